/**
 * The system packages that the workbench needs beyond Node, per purpose, by their Debian names. Where a
 * release has renamed one, the newer name stands second.
 */

/** The loader, and two devices that run on any processor: PoCL, and Mesa's rusticl. */
const loader = [['ocl-icd-libopencl1']];
const cpuDevices = [['pocl-opencl-icd'], ['mesa-opencl-icd']];

/** What Electron's program links to (ldd), and a font with every language of the window. */
const window = [
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libnss3'],
  ['libasound2', 'libasound2t64'],
  ['libgbm1'],
  ['libatspi2.0-0', 'libatspi2.0-0t64'],
  ['libatk-bridge2.0-0', 'libatk-bridge2.0-0t64'],
  ['libcups2', 'libcups2t64'],
  ['libdrm2'],
  ['libxkbcommon0'],
  ['libxcomposite1'],
  ['libxdamage1'],
  ['libxrandr2'],
  ['fonts-noto-cjk'],
];

const virtualScreen = [['xvfb'], ['xauth']];

/** The C++ host that measured times are checked against. */
const nativeHost = [['g++'], ['libc6-dev'], ['opencl-headers']];

/**
 * Packages for a purpose: each entry is a list of names of which one must be installed.
 * @param {{tests: boolean, display: boolean, hasDriver: boolean}} machine
 *   hasDriver: an OpenCL driver is there already; then quickstart leaves the machine's choice alone.
 */
export const packagesFor = ({ tests, display, hasDriver }) => [
  ...loader,
  ...(tests || !hasDriver ? cpuDevices : []),
  ...window,
  ...(tests || !display ? virtualScreen : []),
  ...(tests ? nativeHost : []),
];

/** What to look for where there is no apt: one line per purpose. */
export const otherSystems = [
  'an OpenCL loader (libOpenCL.so.1) and at least one driver, e.g. PoCL',
  'the libraries of a GTK 3 desktop: GTK 3, NSS, ALSA, GBM, AT-SPI, CUPS, libdrm, xkbcommon, Xcomposite, Xdamage, Xrandr',
  'without a display: Xvfb and xauth',
  'for the tests: PoCL, Mesa with rusticl, g++ and the OpenCL headers',
];
