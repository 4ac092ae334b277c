/** What the page may not do, tried in the real window. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from './app';

const root = join(import.meta.dirname, '../..');

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
  for (const unwanted of [
    'allowRunningInsecureContent',
    'experimentalFeatures',
    'nodeIntegrationInWorker',
    'nodeIntegrationInSubFrames',
    'enableBlinkFeatures',
    'navigateOnDragDrop',
  ]) {
    expect(preferences[unwanted] ?? false, unwanted).toBeFalsy();
  }
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
  expect(bridge).toEqual({ keys: ['call', 'drop', 'on'], frozen: true });
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
      path: await outcome(workbench.call('runs.open', { run: '../../../etc/passwd', from: null })),
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

test('permissions are denied, but for putting text on the clipboard', async ({ app }) => {
  const state = await app.page.evaluate(async () => {
    const notification = await Notification.requestPermission();
    const media = await navigator.mediaDevices
      .getUserMedia({ audio: true })
      .then(() => 'granted')
      .catch(() => 'denied');
    const name = (text: string) => text as PermissionName;
    const state = async (permission: string) =>
      (await navigator.permissions.query({ name: name(permission) })).state;
    return {
      notification,
      media,
      read: await state('clipboard-read'),
      write: await state('clipboard-write'),
    };
  });
  expect(state).toEqual({
    notification: 'denied',
    media: 'denied',
    read: 'denied',
    write: 'granted',
  });
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

test('every answer of the app carries the policy, which allows nothing by itself', async ({
  app,
}) => {
  const policies = await app.page.evaluate(() =>
    Promise.all(
      ['/', '/missing'].map(async (path) =>
        (await fetch(path)).headers.get('content-security-policy'),
      ),
    ),
  );
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe-eval|https?:|\*/);
  }
  // A text as code, run from the page itself: what a test evaluates is exempt from the policy.
  await app.page.evaluate(() => {
    setTimeout('window.planted = true' as unknown as () => void);
  });
  await app.page.waitForTimeout(200);
  expect(await app.page.evaluate(() => window.planted ?? false)).toBe(false);
});

test('only the app’s own page is answered', async ({ app }) => {
  const replies = await app.electron.evaluate(async ({ app: program, BrowserWindow }) => {
    const preload = `${program.getAppPath()}/out/preload/preload.cjs`;
    const ask = async (url: string): Promise<unknown> => {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload } });
      await stranger.loadURL(url);
      const reply: unknown = await stranger.webContents.executeJavaScript(
        "workbench.call('app.info', null).then(() => 'answered', (error) => error.message)",
      );
      stranger.destroy();
      return reply;
    };
    return [await ask('data:text/html,<p>stranger</p>'), await ask('about:blank')];
  });
  for (const reply of replies) expect(reply).toContain('Refused');
});

test('no request reaches the network, with or without a policy in its way', async ({ app }) => {
  let asked = 0;
  const server = createServer((_, answer) => {
    asked += 1;
    answer.end('hello');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const failures = await app.electron.evaluate(async ({ BrowserWindow }, target) => {
      const other = new BrowserWindow({ show: false });
      const navigated = await other.loadURL(target).then(
        () => 'loaded',
        () => 'refused',
      );
      await other.loadURL('data:text/html,<p>without a policy</p>');
      const fetched: unknown = await other.webContents.executeJavaScript(
        `fetch(${JSON.stringify(target)}, { mode: 'no-cors' }).then(() => 'loaded', () => 'refused')`,
      );
      other.destroy();
      return [navigated, fetched];
    }, url);
    expect(failures).toEqual(['refused', 'refused']);
    expect(asked).toBe(0);
  } finally {
    server.close();
  }
});

test('files of the machine are no pages and no data', async ({ app }) => {
  const outcome = await app.page.evaluate(() =>
    fetch('file:///etc/hostname').then(
      () => 'read',
      () => 'refused',
    ),
  );
  expect(outcome).toBe('refused');
});

test('a web view is not attached, and a frame of elsewhere is not loaded', async ({ app }) => {
  await app.page.evaluate(() => {
    const view = document.createElement('webview');
    view.setAttribute('src', 'https://example.org/');
    const frame = document.createElement('iframe');
    frame.src = 'https://example.org/';
    document.body.append(view, frame);
  });
  await app.page.waitForTimeout(300);
  const contents = await app.electron.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((one) => one.getType()),
  );
  expect(contents.filter((type) => type === 'webview')).toEqual([]);
  expect(app.page.frames().map((frame) => frame.url())).not.toContain('https://example.org/');
});

test('the sources ask for none of what the checklist warns of', () => {
  const texts = ['src-main', 'src-shared', 'src-renderer'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|vue|html)$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8')),
  );
  expect(texts.length).toBeGreaterThan(100);
  // The product's own page, of package.json, when the user asks for a newer version: no address of anybody else.
  expect(texts.flatMap((text) => text.match(/openExternal\([^)]*\)/g) ?? [])).toEqual([
    'openExternal(page)',
  ]);
  for (const unwanted of [
    /nodeIntegration: true/,
    /contextIsolation: false/,
    /sandbox: false/,
    /webSecurity: false/,
    /allowRunningInsecureContent: true/,
    /loadURL\(['"`]https?:/,
    /\bv-html\b/,
    /\.innerHTML\b/,
    /\beval\(/,
    /new Function\(/,
  ]) {
    expect(
      texts.filter((text) => unwanted.test(text)),
      String(unwanted),
    ).toEqual([]);
  }
});

test('users get an Electron of a supported line', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(Number(devDependencies['electron']?.split('.')[0])).toBeGreaterThanOrEqual(45);
});
