/**
 * Newer versions of the app. Decides whether anybody is asked at all: only when the user turned it on and this
 * build names a place; until then the updater is not even loaded. An AppImage, the Windows installer and the macOS app
 * can be replaced by the download, whose checksum (and signature, where the system has them) is checked first; of
 * everything else it only tells that there is a newer version, and opens the product's page.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, shell } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { problem, type Problem, type ProblemParams } from '@shared/domain/problem';
import type { ProgramReason } from '@shared/domain/problem-reasons';
import { err, ok, type Result } from '@shared/domain/result';
import type { CommandHandlers } from '@shared/ipc/contract';
import { updateFeed, updateKind } from './update-feed';

/** electron-builder writes it into the packages; a checkout has none, except in tests. */
const configPath = (): string | null =>
  app.isPackaged
    ? join(process.resourcesPath, 'app-update.yml')
    : (process.env['NDRANGE_UPDATE_CONFIG'] ?? null);

const readFeed = (path: string | null): string | null => {
  try {
    return path === null ? null : updateFeed(readFileSync(path, 'utf8'), app.isPackaged);
  } catch {
    return null;
  }
};

/** The page of the product: the only address that is ever opened in a browser. */
const homepage = (): string | null => {
  try {
    const manifest = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8')) as {
      readonly homepage?: unknown;
    };
    const page = manifest.homepage;
    return typeof page === 'string' && page.startsWith('https://') ? page : null;
  } catch {
    return null;
  }
};

const failed = (
  reason: ProgramReason,
  what: string,
  error: unknown,
  advice: string,
  params: ProblemParams = {},
): Result<never, Problem> => {
  // Only the first line: below it the library puts headers and stack.
  const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const message = `${what} (${why.slice(0, 200)}).`;
  return err(problem('update-failed', message, advice, params, reason));
};

const load = async (config: string): Promise<AppUpdater> => {
  const library = await import('electron-updater');
  const updater =
    process.platform === 'win32'
      ? new library.NsisUpdater()
      : process.platform === 'darwin'
        ? new library.MacUpdater()
        : new library.AppImageUpdater();
  updater.logger = null;
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Packages that cannot replace themselves ask as well, to tell.
  updater.forceDevUpdateConfig = true;
  updater.updateConfigPath = config;
  // The library would send a random number that stays the same from start to start.
  updater.requestHeaders = { 'x-user-staging-id': 'none' };
  return updater;
};

export interface Updates {
  readonly commands: Pick<CommandHandlers, 'updates.check' | 'updates.get'>;
  /** Host that would be asked; null: this build names none. */
  readonly from: string | null;
}

/** @param isOn whether the user wants it: asked before every request */
export const createUpdates = (isOn: () => boolean): Updates => {
  const config = configPath();
  const feed = readFeed(config);
  const kind = updateKind(process.platform, process.env);
  let loaded: Promise<AppUpdater> | null = null;

  return {
    from: feed === null ? null : new URL(feed).host,
    commands: {
      'updates.check': async () => {
        if (!isOn() || config === null || feed === null) return ok({ kind: 'not-asked' });
        const updater = await (loaded ??= load(config));
        try {
          const found = await updater.checkForUpdates();
          if (found?.isUpdateAvailable !== true) return ok({ kind: 'current' });
          return ok({ kind: 'newer', version: found.updateInfo.version, how: kind });
        } catch (error) {
          const { host } = new URL(feed);
          const asked = `Asking ${host} for a newer version failed`;
          const advice = 'Try again later, or look at the product’s page.';
          return failed('update-not-asked', asked, error, advice, { host });
        }
      },
      'updates.get': async () => {
        if (kind === 'page') {
          const page = homepage();
          if (page !== null) await shell.openExternal(page);
          return ok({ kind: 'page' });
        }
        if (!isOn() || loaded === null) return ok({ kind: 'not-asked' });
        try {
          await (await loaded).downloadUpdate();
          return ok({ kind: 'ready' });
        } catch (error) {
          const what = 'The newer version was not downloaded, or is not what was published';
          const advice = 'Nothing was changed. Try again later.';
          return failed('update-not-got', what, error, advice);
        }
      },
    },
  };
};
