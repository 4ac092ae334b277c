/** An app whose runs folder holds what an H200 gave, so that there are GPUs to show on any machine. */
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, startApp, test as base, byId, type StartedApp } from './app';

const recorded = join(import.meta.dirname, '../fixtures/h200/examples');

export const test = base.extend<{ app: StartedApp }>({
  app: async ({}, use) => {
    const folder = newFolder();
    mkdirSync(join(folder, 'runs'));
    for (const name of readdirSync(recorded)) {
      cpSync(join(recorded, name), join(folder, 'runs', name));
    }
    const app = await startApp(folder);
    await use(app);
    await app.electron.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

/** Opens the recorded run of a kernel. */
export const openRecorded = async (app: StartedApp, kernel: string): Promise<void> => {
  await byId(app, 'nav-runs').click();
  const item = app.page.locator(`[data-testid^="run-item-"][data-testid*="-${kernel}-"]`);
  await item.getByRole('button').first().click();
};
