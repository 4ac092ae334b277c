/**
 * An SVG picture as pixels: drawn by the page itself, at twice its size, so that it stays sharp on paper. A
 * picture is a document of its own, which knows none of the page's fonts: it gets those that it writes with, so
 * that Chinese is no row of boxes where the system has no Chinese font.
 */
import {
  embeddedFaces,
  facesFor,
  fontFacesOf,
  pictureWithFaces,
  type FontFace,
  type LoadedFace,
} from '@shared/report/font-faces';
import { loadLaterFaces } from '../later-faces';

const scale = 2;

const loaded = (source: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('the picture cannot be drawn'));
    image.src = source;
  });

/** What the page's own style sheets declare; files by their whole address. */
const facesOfPage = (): readonly FontFace[] =>
  [...document.styleSheets].flatMap((sheet) => {
    const rules = [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
    const base = sheet.href ?? document.baseURI;
    return fontFacesOf(rules.map(({ cssText }) => cssText).join('\n')).map((face) => ({
      ...face,
      file: new URL(face.file, base).href,
    }));
  });

const base64Of = (bytes: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      // A string is what reading as a data: URL gives.
      const url = typeof reader.result === 'string' ? reader.result : '';
      resolve(url.slice(url.indexOf(',') + 1));
    };
    reader.onerror = () => reject(new Error('a font of the window cannot be read'));
    reader.readAsDataURL(bytes);
  });

const load = async (face: FontFace): Promise<LoadedFace> => ({
  face,
  base64: await base64Of(await (await fetch(face.file)).blob()),
});

const withFonts = async (svg: string): Promise<string> => {
  await loadLaterFaces();
  const loaded = await Promise.all(facesFor(svg, facesOfPage(), false).map(load));
  return pictureWithFaces(svg, embeddedFaces(loaded));
};

/** The bytes of a PNG file. Rejects when the picture is no SVG that can be drawn: a bug. */
export const pngOf = async (svg: string): Promise<Uint8Array> => {
  const drawn = await withFonts(svg);
  const image = await loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`);
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('the picture is too large');
  return new Uint8Array(await blob.arrayBuffer());
};
