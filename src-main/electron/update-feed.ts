/**
 * Where newer versions would come from and how they would get in: pure. It refuses addresses that are placeholders (names that RFC 2606 reserves), and anything but https outside of tests.
 */

/** How a newer version gets in: by replacing the program, or from the product's page by hand. */
export type UpdateKind = 'install' | 'page';

const reserved = /\.(example|invalid|test)$/;

/**
 * The address in an `app-update.yml`; null: none that may be asked.
 * @param isPackaged false: a test may ask a server of this machine without encryption
 */
export const updateFeed = (config: string, isPackaged: boolean): string | null => {
  const found = /^url:\s*['"]?([^'"\s]+)['"]?\s*$/m.exec(config)?.[1];
  if (found === undefined || !URL.canParse(found)) return null;
  const { protocol, hostname } = new URL(found);
  if (reserved.test(hostname)) return null;
  const isLocalTest = !isPackaged && protocol === 'http:' && hostname === '127.0.0.1';
  return protocol === 'https:' || isLocalTest ? found : null;
};

/** A Debian package, an unpacked archive and the portable program belong to whoever put them there. */
export const updateKind = (
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): UpdateKind => {
  if (platform === 'linux') return env['APPIMAGE'] ? 'install' : 'page';
  if (platform === 'win32') return env['PORTABLE_EXECUTABLE_DIR'] ? 'page' : 'install';
  return platform === 'darwin' ? 'install' : 'page';
};
