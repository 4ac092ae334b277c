/**
 * Draws icon.svg into the icon files of all systems: `node build/icons/draw-icons.mjs`, only needed after a
 * change of the drawing; what it writes is committed. The app's own Chromium draws, so nothing has to be
 * installed. ICO and ICNS are containers of PNGs.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot, runProgram, runScript } from '../scripts/project.mjs';
import { sandboxArguments, withScreen } from '../scripts/display.mjs';
import { resolveRuntime } from '../scripts/electron-runtime.mjs';

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const folder = inRoot('build/icons');

/** The stand-in app: a page draws the SVG on a canvas of each size. Electron's code, so CommonJS. */
const painter = (svg) => `
const { app, BrowserWindow } = require('electron');
const { writeFileSync } = require('node:fs');
app.whenReady().then(async () => {
  const window = new BrowserWindow({ show: false });
  await window.loadURL('data:text/html,<canvas>');
  for (const size of ${JSON.stringify(sizes)}) {
    const url = await window.webContents.executeJavaScript(\`(async () => {
      const image = new Image(\${size}, \${size});
      image.src = ${JSON.stringify(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`)};
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = \${size};
      canvas.getContext('2d').drawImage(image, 0, 0, \${size}, \${size});
      return canvas.toDataURL('image/png');
    })()\`);
    writeFileSync(process.env.ICONS_TO + '/' + size + 'x' + size + '.png', Buffer.from(url.split(',')[1], 'base64'));
  }
  app.exit(0);
});`;

/**
 * An .ico of PNGs (Windows Vista and later): a directory of 16 bytes per picture, then the pictures.
 * @param {readonly {size: number, png: Buffer}[]} pictures at most 256 pixels wide
 */
export const encodeIco = (pictures) => {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  pictures.forEach(({ size, png }, at) => {
    const entry = 6 + 16 * at;
    // 0 stands for 256.
    head.writeUInt8(size % 256, entry);
    head.writeUInt8(size % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  });
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
};

/** The names that Apple gave to the sizes that may be PNGs. */
const icnsTypes = {
  16: 'icp4',
  32: 'icp5',
  64: 'icp6',
  128: 'ic07',
  256: 'ic08',
  512: 'ic09',
  1024: 'ic10',
};

/** An .icns of PNGs: four letters and a length before each, and before all of them. */
export const encodeIcns = (pictures) => {
  const chunk = (type, bytes) => {
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32BE(bytes.length + 8, 4);
    return Buffer.concat([head, bytes]);
  };
  return chunk(
    'icns',
    Buffer.concat(
      pictures.flatMap(({ size, png }) => {
        const type = icnsTypes[size];
        return type === undefined ? [] : [chunk(type, png)];
      }),
    ),
  );
};

const draw = async () => {
  const app = mkdtempSync(join(tmpdir(), 'ndrange-icons-'));
  const target = join(folder, 'linux');
  mkdirSync(target, { recursive: true });
  try {
    writeFileSync(
      join(app, 'package.json'),
      '{"name":"icons","version":"1.0.0","main":"main.cjs"}',
    );
    writeFileSync(join(app, 'main.cjs'), painter(readFileSync(join(folder, 'icon.svg'), 'utf8')));
    const { executable } = await resolveRuntime();
    const [command, words] = withScreen(executable, [...sandboxArguments(), app]);
    const status = runProgram(command, words, { ...process.env, ICONS_TO: target });
    if (status !== 0) return status;
  } finally {
    rmSync(app, { recursive: true, force: true });
  }
  const pictures = sizes.map((size) => ({
    size,
    png: readFileSync(join(target, `${size}x${size}.png`)),
  }));
  writeFileSync(join(folder, 'icon.ico'), encodeIco(pictures.filter(({ size }) => size <= 256)));
  writeFileSync(join(folder, 'icon.icns'), encodeIcns(pictures));
  return 0;
};

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runScript(draw);
}
