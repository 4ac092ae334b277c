/**
 * Newer versions in the real window, with a server of this machine that counts: nobody is asked until the user turns it
 * on, then exactly the configured address; a package that cannot replace itself only tells; and a download that is
 * not what was published changes nothing.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { byId, expect, newFolder, startApp, test as base, type StartedApp } from './app';

interface Asked {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

interface Feed {
  readonly asked: readonly Asked[];
  readonly start: (more?: Readonly<Record<string, string>>) => Promise<StartedApp>;
  readonly folder: string;
}

const newer = Buffer.from('not really an AppImage');
const sha512 = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

const test = base.extend<{ feed: Feed; published: string }>({
  /** The checksum that the feed names. */
  published: [sha512(newer), { option: true }],
  feed: async ({ published }, use) => {
    const folder = newFolder();
    const asked: Asked[] = [];
    const server: Server = createServer((request, response) => {
      asked.push({ path: request.url ?? '', headers: request.headers });
      if (request.url?.includes('.yml') === true) {
        response.end(
          `version: 99.0.0\nfiles:\n  - url: x.AppImage\n    sha512: ${published}\n    size: ${newer.length}\npath: x.AppImage\nsha512: ${published}\nreleaseDate: '2026-11-30T00:00:00.000Z'\n`,
        );
      } else if (request.url?.endsWith('.AppImage') === true) response.end(newer);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const config = join(folder, 'app-update.yml');
    writeFileSync(
      config,
      `provider: generic\nurl: http://127.0.0.1:${port}/feed\nupdaterCacheDirName: ndrange-test\n`,
    );
    const started: StartedApp[] = [];
    await use({
      asked,
      folder,
      start: async (more = {}) => {
        const app = await startApp(folder, {
          NDRANGE_UPDATE_CONFIG: config,
          XDG_CACHE_HOME: join(folder, 'cache'),
          ...more,
        });
        started.push(app);
        await byId(app, 'device-toggle-0').waitFor();
        return app;
      },
    });
    for (const app of started) await app.electron.close().catch(() => undefined);
    server.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

const command = async (app: StartedApp, words: string): Promise<void> => {
  await app.page.keyboard.press('Control+K');
  await expect(byId(app, 'palette-search')).toBeFocused();
  await app.page.keyboard.type(words);
  await app.page.keyboard.press('Enter');
};
const pathsOf = (feed: Feed): readonly string[] =>
  feed.asked.map(({ path }) => path.split('?')[0] ?? '');

test('nobody is asked while it is off, whatever is done', async ({ feed }) => {
  const app = await feed.start();
  for (const view of ['compare', 'runs', 'devices', 'workbench']) {
    await byId(app, `nav-${view}`).click();
  }
  await command(app, 'newer version now');
  await app.page.keyboard.press('Escape');
  const refused = await app.page.evaluate(() => {
    const { workbench } = globalThis as unknown as {
      workbench: { call(name: string, request: null): Promise<unknown> };
    };
    return workbench.call('updates.check', null);
  });
  expect(refused).toEqual({ ok: true, value: { kind: 'not-asked' } });
  await byId(app, 'run-button').click();
  await byId(app, 'cancel-button').click();
  await expect(byId(app, 'cancel-button')).toHaveCount(0);
  await expect(byId(app, 'update-state')).toHaveCount(0);
  await app.electron.close();
  expect(feed.asked).toEqual([]);
});

test('turned on, the configured address is asked at once and at each start, and nothing else', async ({
  feed,
}) => {
  const app = await feed.start();
  await command(app, 'newer versions at each start');
  await expect(byId(app, 'update-state')).toContainText('99.0.0');
  await app.page.screenshot({ path: 'artifacts/screens/update-newer.png' });
  expect(pathsOf(feed)).toEqual(['/feed/latest-linux.yml']);
  // The library would send a number by which starts could be told to belong together.
  expect(feed.asked[0]?.headers['x-user-staging-id']).toBe('none');
  await app.electron.evaluate(({ shell }) => {
    shell.openExternal = (url: string) => {
      (globalThis as { opened?: string }).opened = url;
      return Promise.resolve();
    };
  });
  await byId(app, 'update-state').click();
  await expect
    .poll(() => app.electron.evaluate(() => (globalThis as { opened?: string }).opened))
    .toMatch(/^https:\/\//);
  expect(pathsOf(feed)).toEqual(['/feed/latest-linux.yml']);
  await app.electron.close();

  const again = await feed.start();
  await expect(byId(again, 'update-state')).toContainText('99.0.0');
  expect(pathsOf(feed)).toEqual(['/feed/latest-linux.yml', '/feed/latest-linux.yml']);
  await command(again, 'newer versions at each start');
  await expect(byId(again, 'update-state')).toHaveCount(0);
  await again.electron.close();
  const off = await feed.start();
  await byId(off, 'nav-runs').click();
  await off.electron.close();
  expect(feed.asked).toHaveLength(2);
});

test('without an answer it says so, and the app goes on', async ({ feed }) => {
  const config = join(feed.folder, 'app-update.yml');
  writeFileSync(config, readFileSync(config, 'utf8').replace('/feed', '/elsewhere/none'));
  const app = await feed.start({ NDRANGE_UPDATE_CONFIG: config });
  writeFileSync(config, 'provider: generic\nurl: http://127.0.0.1:1/feed\n');
  await command(app, 'newer versions at each start');
  await expect(byId(app, 'update-state')).toHaveAttribute('title', /failed/);
  await expect(byId(app, 'run-button')).toBeEnabled();
});

test.describe('an AppImage', () => {
  test.use({ published: sha512(Buffer.from('something else')) });

  test('is not replaced by a download that is not what was published', async ({ feed }) => {
    const file = join(feed.folder, 'NDRange.AppImage');
    writeFileSync(file, 'the old one');
    const app = await feed.start({ APPIMAGE: file });
    await command(app, 'newer versions at each start');
    await byId(app, 'update-state').click();
    await expect(byId(app, 'update-state')).toHaveAttribute('title', /sha512/);
    expect(pathsOf(feed)).toContain('/feed/x.AppImage');
    await app.electron.close();
    expect(readFileSync(file, 'utf8')).toBe('the old one');
  });
});
