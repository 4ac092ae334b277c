/**
 * Pictures and reports in Chinese on a system that has no Chinese font: the app's own has to be in them, or all
 * words are rows of boxes. fontconfig is told to pass over every font with an East Asian script.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import {
  answerSaveDialog,
  byId,
  expect,
  newFolder,
  startApp,
  test as base,
  type StartedApp,
} from './app';

const run = '20261129-231844-saxpy-7731';
const recorded = join(import.meta.dirname, `../fixtures/h200/examples/${run}.ndrun`);

const withoutChinese = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <selectfont><rejectfont>
${['zh-cn', 'zh-tw', 'ja', 'ko'].map((lang) => `<pattern><patelt name="lang"><string>${lang}</string></patelt></pattern>`).join('\n')}
  </rejectfont></selectfont>
</fontconfig>
`;

const test = base.extend<{ app: StartedApp }>({
  app: async ({}, use) => {
    const folder = newFolder();
    mkdirSync(join(folder, 'runs'));
    copyFileSync(recorded, join(folder, 'runs', `${run}.ndrun`));
    writeFileSync(join(folder, 'fonts.conf'), withoutChinese);
    const app = await startApp(folder, { FONTCONFIG_FILE: join(folder, 'fonts.conf') });
    await byId(app, 'device-toggle-0').waitFor();
    await byId(app, 'locale-toggle').click();
    await expect.poll(() => app.page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
    await byId(app, 'nav-runs').click();
    await use(app);
    await app.electron.close();
    rmSync(folder, { recursive: true, force: true });
  },
});

const write = async (app: StartedApp, form: string, file: string): Promise<Buffer> => {
  await answerSaveDialog(app, file);
  await byId(app, `run-menu-${run}`).click();
  await byId(app, `run-export-${form}`).click();
  await expect(byId(app, 'runs-written')).toContainText(`x.${form}`, { timeout: 60_000 });
  return readFileSync(file);
};

test('a PNG shows each Chinese word as it is written', async ({ app }, info) => {
  const png = await write(app, 'png', info.outputPath('x.png'));
  const svg = (await write(app, 'svg', info.outputPath('x.svg'))).toString();
  // The caption, at twice the drawing's size: characters as wide as the font is high, one beside the other.
  const caption = /<text x="16" y="(\d+)" fill="[^"]+">(中位数与中间)/.exec(svg);
  expect(caption, 'the caption of the curve').not.toBeNull();
  const baseline = 2 * Number(caption?.[1]);
  const cells = await app.page.evaluate(
    async ({ base64, bottom }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(image, 0, 0);
      return Array.from({ length: 6 }, (_, at) =>
        context?.getImageData(32 + 24 * at, bottom - 22, 24, 28).data.join(),
      );
    },
    { base64: png.toString('base64'), bottom: baseline },
  );
  // 中 and 中 are alike, all others differ: boxes would be all alike, or of another width.
  expect(cells[0]).toBe(cells[4]);
  expect(new Set(cells).size).toBe(5);
  // Whoever opens the SVG elsewhere has one of these, or the last.
  expect(svg).toMatch(/font-family="[^"]*Microsoft YaHei, [^"]*sans-serif"/);
  expect(app.complaints).toEqual([]);
});

/** The characters that a PDF's fonts have a shape for, by what each font says of its glyphs. */
const writtenWith = (pdf: Buffer): string => {
  const text = pdf.toString('latin1');
  const maps = [...text.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].flatMap(([, bytes = '']) => {
    try {
      const map = inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
      return map.includes('begincmap') ? [map] : [];
    } catch {
      return [];
    }
  });
  const points = maps.flatMap((map) => [
    ...[...map.matchAll(/^<[0-9A-F]+> <([0-9A-F]{4})>$/gim)].map(([, to = '']) => parseInt(to, 16)),
    ...[...map.matchAll(/^<([0-9A-F]+)> <([0-9A-F]+)> <([0-9A-F]{4})>$/gim)].flatMap(
      ([, from = '', last = '', to = '']) =>
        Array.from(
          { length: parseInt(last, 16) - parseInt(from, 16) + 1 },
          (_, at) => parseInt(to, 16) + at,
        ),
    ),
  ]);
  return [...new Set(points)].map((point) => String.fromCodePoint(point)).join('');
};

test('a PDF has the shape of every Chinese character in it', async ({ app }, info) => {
  const html = (await write(app, 'html', info.outputPath('x.html'))).toString();
  const pdf = await write(app, 'pdf', info.outputPath('x.pdf'));
  // What is shown: neither names for screen readers nor titles of drawings.
  const body = html.slice(html.indexOf('<body>')).replace(/<title>.*?<\/title>|<[^>]*>/g, '');
  const wanted = [...new Set(body.match(/[\u4E00-\u9FFF]/g))];
  expect(wanted.length).toBeGreaterThan(100);
  const shapes = writtenWith(pdf);
  expect(wanted.filter((sign) => !shapes.includes(sign))).toEqual([]);
  expect(app.complaints).toEqual([]);
});
