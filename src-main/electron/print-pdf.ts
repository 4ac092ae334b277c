/**
 * Turns a document into a PDF: a hidden page without script, preload and network, in a session of its own
 * that forgets everything, shows it from memory and is thrown away. What the document holds came from run
 * files of others, so it gets nothing that a page could use.
 */
import { BrowserWindow, session } from 'electron';
import { problem, type Problem } from '@shared/domain/problem';
import { err, ok, type Result } from '@shared/domain/result';
import { reportWithFaces } from '@shared/report/font-faces';
import type { ReportFonts } from './report-fonts';

/** A host of the app's own scheme that exists in this session only. */
const address = 'app://report/';
const partition = 'report';
const longestMs = 60_000;
/** Millimetres to inches, which is what printing takes. */
const inch = (mm: number): number => mm / 25.4;

let served: string | null = null;
let prepared: Electron.Session | null = null;

/** The session answers for one address, with the document of the moment, and cancels every other request. */
const reportSession = (): Electron.Session => {
  if (prepared !== null) return prepared;
  const own = session.fromPartition(partition, { cache: false });
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  own.setPermissionCheckHandler(() => false);
  own.webRequest.onBeforeRequest((details, answer) => answer({ cancel: details.url !== address }));
  // As in app-protocol.ts: the newer `handle` would first load Node's HTTP client, which holds up the main process.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor holds up the main process
  own.protocol.registerBufferProtocol('app', (_request, respond) => {
    respond(
      served === null
        ? { statusCode: 404, data: Buffer.from('Not found') }
        : {
            headers: {
              'Content-Type': 'text/html; charset=utf-8',
              'Content-Security-Policy':
                "default-src 'none'; style-src 'unsafe-inline'; font-src data:",
            },
            data: Buffer.from(served),
          },
    );
  });
  prepared = own;
  return own;
};

const within = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took longer than a minute')), ms);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
};

const print = async (html: string): Promise<Result<Uint8Array, Problem>> => {
  served = html;
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      session: reportSession(),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      javascript: false,
    },
  });
  try {
    await within(window.loadURL(address), longestMs);
    const margin = inch(14);
    const pdf = await within(
      window.webContents.printToPDF({
        pageSize: 'A4',
        printBackground: true,
        margins: { top: margin, bottom: margin, left: margin, right: margin },
        generateTaggedPDF: true,
      }),
      longestMs,
    );
    return ok(pdf);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return err(
      problem(
        'internal',
        `The report could not be printed: ${why}.`,
        'Export it as HTML and print that from a browser.',
        {},
        'print-failed',
      ),
    );
  } finally {
    window.destroy();
    served = null;
  }
};

/**
 * Prints one after the other: the session shows one document at a time. What it gives never rejects.
 * @param fonts what the documents are printed with
 */
export const createPrintPdf = (
  fonts: ReportFonts,
): ((html: string) => Promise<Result<Uint8Array, Problem>>) => {
  let before: Promise<unknown> = Promise.resolve();
  return (html) => {
    const mine = before.then(async () => print(reportWithFaces(html, await fonts(html))));
    before = mine;
    return mine;
  };
};
