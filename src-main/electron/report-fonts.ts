/**
 * The window's fonts for what is printed: read from the built page, because the system may have no font in
 * Chinese. Without a built page (a development server) there are none, and the system's are taken.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedFaces, facesFor, fontFacesOf, type FontFace } from '@shared/report/font-faces';

/** Gives the style sheet with the fonts that a document is written with. Never rejects. */
export type ReportFonts = (document: string) => Promise<string>;

const facesIn = async (folder: string): Promise<readonly FontFace[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.css'));
  const sheets = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return sheets.flatMap(fontFacesOf);
};

/** @param folder of the built page's style sheets and fonts */
export const createReportFonts = (folder: string): ReportFonts => {
  let known: Promise<readonly FontFace[]> | null = null;
  return async (document) => {
    try {
      known ??= facesIn(folder);
      const faces = facesFor(document, await known, true);
      const loaded = await Promise.all(
        faces.map(async (face) => ({
          face,
          base64: await readFile(join(folder, face.file), 'base64'),
        })),
      );
      return embeddedFaces(loaded);
    } catch {
      known = null;
      return '';
    }
  };
};
