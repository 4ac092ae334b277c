import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { foldEvents } from '@shared/domain/run';
import {
  embeddedFaces,
  facesFor,
  fontFacesOf,
  pictureWithFaces,
  reportWithFaces,
} from '@shared/report/font-faces';
import { runPicture } from '@shared/report/report-charts';
import { reportHtml } from '@shared/report/report-html';
import { unbalanced } from '../../support/balanced-tags';
import { buildEvents } from '../../support/run-builder';

const sheetOf = (name: string): string =>
  readFileSync(createRequire(import.meta.url).resolve(name), 'utf8');
const chinese = fontFacesOf(sheetOf('@fontsource-variable/noto-sans-sc/index.css'));
const latin = fontFacesOf(sheetOf('@fontsource-variable/inter/index.css'));
const mono = fontFacesOf(sheetOf('@fontsource/jetbrains-mono/latin-400.css'));
const all = [...latin, ...mono, ...chinese];

const run = foldEvents(buildEvents('16: 200 201\n32: 100 101'));
if (run === null) throw new Error('the events are no run');

describe('the faces of a style sheet', () => {
  it('are read with their ranges, in the form that is built and in the one of a browser', () => {
    const built =
      '@font-face{font-family:A B;font-weight:100 900;src:url(./a.woff2)format("x");unicode-range:U+4E??,U+20}';
    const shown =
      '@font-face { font-family: "A B"; font-weight: 100 900; src: url("./a.woff2") format("x"); unicode-range: U+4E00-4EFF, U+20; }';
    const face = {
      family: 'A B',
      weight: '100 900',
      file: './a.woff2',
      ranges: [
        [0x4e00, 0x4eff],
        [0x20, 0x20],
      ],
    };
    expect(fontFacesOf(built)).toEqual([face]);
    expect(fontFacesOf(shown)).toEqual([face]);
  });

  it('are no faces without a family or a file', () => {
    expect(fontFacesOf('@font-face{font-family:A;src:local(B)} p{color:red}')).toEqual([]);
    expect(fontFacesOf('@font-face{src:url(a.woff2)}')).toEqual([]);
  });
});

describe('the faces of a text', () => {
  const familiesOf = (text: string, hasSource = false): readonly string[] => [
    ...new Set(facesFor(text, all, hasSource).map(({ family }) => family)),
  ];

  it('are those that have its characters, each taken from one family', () => {
    expect(familiesOf('256')).toEqual(['Inter Variable']);
    expect(familiesOf('工作组 256')).toEqual(['Inter Variable', 'Noto Sans SC Variable']);
    expect(familiesOf('256', true)).toEqual(['Inter Variable', 'JetBrains Mono']);
    expect(facesFor('', all, false)).toEqual([]);
  });

  it('are few for a picture: it takes no hundred files with it', () => {
    const svg = runPicture(run, 'zh-CN')?.text ?? '';
    const found = facesFor(svg, all, false);
    for (const sign of new Set(svg)) {
      const point = sign.codePointAt(0) ?? 0;
      const isThere = found.some(({ ranges }) =>
        ranges.some(([from, to]) => point >= from && point <= to),
      );
      expect(isThere, sign).toBe(true);
    }
    expect(found.length).toBeLessThan(chinese.length / 3);
  });
});

describe('a document with its fonts', () => {
  const sheet = embeddedFaces(
    facesFor('工作组 256', all, true).map((face) => ({ face, base64: 'd09GMgAB+/==' })),
  );

  it('stays well formed, and the sheet can be read back', () => {
    const svg = pictureWithFaces(runPicture(run, 'zh-CN')?.text ?? '', sheet);
    expect(svg).toMatch(/^<svg [^>]*><style>@font-face/);
    expect(unbalanced(svg)).toBeNull();
    const html = reportWithFaces(
      reportHtml({ run, locale: 'zh-CN', madeAt: new Date(0), appVersion: '1' }),
      sheet,
    );
    expect(html.match(/@font-face/g)).toHaveLength(sheet.split('\n').length);
    expect(sheet).not.toMatch(/[<>"'&]/);
  });
});
