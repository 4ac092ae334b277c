/**
 * What is left when a part of the app itself crashes: a text file on this machine that the user can open, and
 * for crashes of the program as a whole a minidump beside it. Nothing is ever sent. A page that crashed is
 * loaded anew, since sweeps and runs live in the main process; three times, then it is left as it is.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter, dialog, shell, type WebContents } from 'electron';
import type { TextLocale } from '@shared/text';

export interface Crash {
  /** `page`, `gpu`, `main` … */
  readonly part: string;
  readonly reason: string;
  readonly detail: string;
}

export interface CrashSurroundings {
  readonly at: Date;
  readonly versions: Readonly<Record<string, string | undefined>>;
  readonly system: string;
}

const texts = {
  en: {
    message: 'A part of the window crashed and was started again.',
    detail: 'Running sweeps go on. A report was written on this computer; nothing was sent.',
    buttons: ['Continue', 'Show the report'],
  },
  'zh-CN': {
    message: '窗口的一部分崩溃了，已重新启动。',
    detail: '正在进行的扫描不受影响。报告已写在本机上，没有发送任何内容。',
    buttons: ['继续', '显示报告'],
  },
} as const;

/** The report's text: what crashed, when, which versions. Holds no kernel, no path of a user's file, no result. */
export const crashText = (crash: Crash, { at, versions, system }: CrashSurroundings): string =>
  [
    'NDRange Workbench crash report. It stays on this computer unless you send it to somebody.',
    '',
    `time:    ${at.toISOString()}`,
    `part:    ${crash.part}`,
    `reason:  ${crash.reason}`,
    ...Object.entries(versions).map(
      ([name, version]) => `${`${name}:`.padEnd(9)}${version ?? 'unknown'}`,
    ),
    `system:  ${system}`,
    '',
    crash.detail,
    '',
  ].join('\n');

const mostReloads = 3;

/**
 * Listens for crashes. Call before the app is ready.
 * @param folder where reports are put; made when there is one
 */
export const watchCrashes = (folder: string, locale: () => TextLocale): void => {
  crashReporter.start({ uploadToServer: false, ignoreSystemCrashHandler: false });
  let reloads = 0;

  const write = (crash: Crash): string | null => {
    const at = new Date();
    const file = join(folder, `crash-${at.toISOString().replace(/[:.]/g, '-')}.txt`);
    const { electron, chrome, node } = process.versions;
    const text = crashText(crash, {
      at,
      versions: { app: app.getVersion(), electron, chrome, node },
      system: `${process.platform} ${process.arch}`,
    });
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, text);
      return file;
    } catch {
      // Nowhere to write: the crash itself matters more.
      return null;
    }
  };

  const tell = async (file: string): Promise<void> => {
    const { message, detail, buttons } = texts[locale()];
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      message,
      detail,
      buttons: [...buttons],
      cancelId: 0,
      noLink: true,
    });
    if (response === 1) shell.showItemInFolder(file);
  };

  app.on('render-process-gone', (_event, contents: WebContents, { reason, exitCode }) => {
    if (reason === 'clean-exit' || contents.isDestroyed()) return;
    const file = write({ part: 'page', reason, detail: `exit code ${exitCode}` });
    reloads += 1;
    if (reloads <= mostReloads) contents.reload();
    if (file !== null) void tell(file);
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    // Device workers are utility processes: what becomes of them is the engine's business.
    if (type === 'Utility' || reason === 'clean-exit' || reason === 'killed') return;
    write({ part: type, reason, detail: `exit code ${exitCode}` });
  });
  process.on('uncaughtExceptionMonitor', (error) => {
    write({ part: 'main', reason: 'exception', detail: error.stack ?? String(error) });
  });
};
