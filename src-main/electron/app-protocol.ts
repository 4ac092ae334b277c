/**
 * The origin of the window: `app://workbench/` serves the built renderer, and nothing outside its folder.
 * A scheme of our own instead of file:// gives the page an origin, a content security policy as a
 * response header, and no reach into the file system.
 */
import { readFileSync } from 'node:fs';
import { extname, resolve, sep } from 'node:path';
import { protocol } from 'electron';
import { atStartMarkup, type AtStart } from '@shared/ipc/at-start';

const scheme = 'app';
const host = 'workbench';

export const appOrigin = `${scheme}://${host}`;

export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // CodeMirror and chart tooltips set inline styles.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
};

/**
 * The file that a URL of our origin means; null for another host, a path that is not well formed, or one
 * that leads out of `folder`.
 */
export const fileForUrl = (folder: string, url: string): string | null => {
  const parsed = new URL(url);
  if (parsed.host !== host) return null;
  let path: string;
  try {
    path = decodeURIComponent(parsed.pathname);
  } catch {
    return null;
  }
  if (path.includes('\0')) return null;
  const base = resolve(folder);
  const file = resolve(base, `.${path === '/' ? '/index.html' : path}`);
  return file.startsWith(base + sep) ? file : null;
};

const headers: Record<string, string> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** Must run before the app is ready. */
export const registerAppScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
};

/** The page with what it needs for its first frame, before anything of it is run. */
export const withAtStart = (page: string, given: AtStart): string =>
  page.replace('</head>', () => `${atStartMarkup(given)}</head>`);

/** An answer without a body would be none. */
const notFound = Buffer.from('Not found');

const typeOf = (file: string): string => contentTypes[extname(file)] ?? 'application/octet-stream';

/** What the page at `file` is: itself, or the window's with what it is given; null for a file that cannot be read. */
const read = (folder: string, file: string, given: AtStart | null): Buffer | null => {
  try {
    // At once: a read that is awaited waits for four turns of a main process that has a start to do.
    const body = readFileSync(file);
    const isWindow = given !== null && file === resolve(folder, 'index.html');
    return isWindow ? Buffer.from(withAtStart(body.toString('utf8'), given)) : body;
  } catch {
    return null;
  }
};

/**
 * Answers for `app://workbench/…` with the files of `folder`; everything else there is 404. Pages wait until they are
 * answered, since what they ask the main process before would be lost; what they consist of does not. `answered`
 * resolves to what the window's page is given then.
 */
export const serveApp = (folder: string, answered: Promise<AtStart>): void => {
  // Not `protocol.handle`, which loads Node's whole HTTP client for its Request and Response (85 ms of a start) and
  // hands every file on as a stream. Electron advises against this older way; its versions 33 to 45 have both.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- its successor costs 85 ms of a start
  protocol.registerBufferProtocol(scheme, ({ method, url }, respond) => {
    const file = method === 'GET' ? fileForUrl(folder, url) : null;
    const answer = (given: AtStart | null): void => {
      const body = file === null ? null : read(folder, file, given);
      if (file === null || body === null) respond({ statusCode: 404, headers, data: notFound });
      else respond({ headers: { ...headers, 'Content-Type': typeOf(file) }, data: body });
    };
    if (file !== null && extname(file) === '.html') void answered.then(answer);
    else answer(null);
  });
};
