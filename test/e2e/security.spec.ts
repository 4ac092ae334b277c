/** What the page may not do, tried in the real window. */
import { readFileSync } from 'node:fs';
import { expect, test } from './app';

declare global {
  interface Window {
    planted?: boolean;
    violations?: string[];
  }
}

test('the page is sandboxed, isolated and without Node', async ({ app }) => {
  const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
  expect(preferences['allowRunningInsecureContent'] ?? false).toBe(false);
  expect(
    await app.page.evaluate(() =>
      ['require', 'process', 'Buffer', 'module', 'global'].filter((name) => name in globalThis),
    ),
  ).toEqual([]);
});

test('the bridge offers the contract, frozen, and nothing else', async ({ app }) => {
  const bridge = await app.page.evaluate(() => {
    const found = (globalThis as unknown as { workbench: object }).workbench;
    return { keys: Object.keys(found).sort(), frozen: Object.isFrozen(found) };
  });
  expect(bridge).toEqual({ keys: ['call', 'on'], frozen: true });
});

test('a request that breaks the contract is refused', async ({ app }) => {
  const replies = await app.page.evaluate(async () => {
    const { workbench } = globalThis as unknown as {
      workbench: { call(name: string, request: unknown): Promise<unknown> };
    };
    const outcome = (promise: Promise<unknown>) => promise.catch(() => 'rejected');
    return {
      unknownCommand: await outcome(workbench.call('app.quit', null)),
      badRequest: await outcome(workbench.call('devices.list', { refresh: 1 })),
      path: await outcome(workbench.call('runs.open', { run: '../../../etc/passwd' })),
    };
  });
  expect(replies.unknownCommand).toBe('rejected');
  expect(replies.badRequest).toBe('rejected');
  expect(replies.path).toMatchObject({ ok: false, error: { code: 'invalid-option' } });
});

test('planted scripts do not run', async ({ app }) => {
  await app.page.evaluate(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      window.violations?.push(event.effectiveDirective);
    });
    const script = document.createElement('script');
    script.textContent = 'window.planted = true';
    document.body.append(script);
    const button = document.createElement('button');
    button.setAttribute('onclick', 'window.planted = true');
    document.body.append(button);
    button.click();
    const image = new Image();
    image.src = 'https://example.org/pixel.png';
    document.body.append(image);
    void fetch('http://127.0.0.1:9/').catch(() => undefined);
  });
  await expect
    .poll(() => app.page.evaluate(() => [...new Set(window.violations)].sort()))
    .toEqual(['connect-src', 'img-src', 'script-src-attr', 'script-src-elem']);
  expect(await app.page.evaluate(() => window.planted ?? false)).toBe(false);
});

test('the window stays where it is, and opens no other', async ({ app }) => {
  await app.page.evaluate(() => {
    location.href = 'https://example.org/';
  });
  expect(await app.page.evaluate(() => window.open('https://example.org/') === null)).toBe(true);
  expect(app.page.url()).toBe('app://workbench/');
  const windows = await app.electron.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows().length,
  );
  expect(windows).toBe(1);
});

test('permissions are denied', async ({ app }) => {
  const state = await app.page.evaluate(async () => {
    const notification = await Notification.requestPermission();
    const media = await navigator.mediaDevices
      .getUserMedia({ audio: true })
      .then(() => 'granted')
      .catch(() => 'denied');
    return { notification, media };
  });
  expect(state).toEqual({ notification: 'denied', media: 'denied' });
});

test('nothing outside the built renderer is served', async ({ app }) => {
  const status = await app.page.evaluate(async () =>
    Promise.all(
      ['/index.html', '/..%2f..%2fpackage.json', '/missing.js'].map(
        async (path) => (await fetch(path)).status,
      ),
    ),
  );
  expect(status).toEqual([200, 404, 404]);
});

test('the renderer runs in the system’s sandbox', async ({ app }) => {
  test.skip(process.platform !== 'linux', 'reads /proc');
  test.skip(
    process.env['NDRANGE_E2E_SANDBOX'] !== '1',
    'as root Chromium has no sandbox; run as a normal user',
  );
  const pid = await app.electron.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  );
  expect(readFileSync(`/proc/${String(pid)}/status`, 'utf8')).toMatch(/^Seccomp:\s*2$/m);
});

test('nothing in the page breaks the policy by itself', async ({ app }) => {
  await app.page.waitForLoadState('networkidle');
  expect(app.complaints.filter((line) => /Content Security Policy|Refused to/.test(line))).toEqual(
    [],
  );
});
