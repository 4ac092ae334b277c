/**
 * Which integer parameters mean a length, by their names. Decides what extent a name stands for;
 * refuses names that count something else (iterations, groups), because a kernel that loops a million
 * times by mistake takes hours.
 */
import type { Expression } from './sweep';

const widthWords = new Set(
  'width w cols columns col ncols nx xsize xdim dimx sizex stride pitch gx'.split(' '),
);
const heightWords = new Set('height h rows row nrows ny ysize ydim dimy sizey gy'.split(' '));
const depthWords = new Set('depth slices nz zsize zdim dimz sizez gz'.split(' '));
const totalWords = new Set(
  'n len length size count num total elements items numel nelem nelems npoints points'.split(' '),
);
/** A name with one of these is no length, whatever else is in it: `iter_count`, `num_groups`. */
const otherWords = new Set(
  'iter iters iteration iterations repeat repeats rep reps step steps loop loops radius seed tile block local group groups warp wave channel channels bin bins class classes bit bits thread threads pass passes round rounds order degree level levels index idx id start begin first'.split(
    ' ',
  ),
);

/** `rowCount` → row, count; `N_ELEMENTS` → n, elements. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_\d]+/)
    .filter((word) => word !== '');

/**
 * The expression for a length of that name: `gx` for widths, `gy` for heights, `gz` for depths, else
 * all work-items (`total`). null: the name says no length.
 */
export function lengthFor(name: string, total: Expression): Expression | null {
  const words = wordsOf(name);
  if (words.some((word) => otherWords.has(word))) return null;
  if (words.some((word) => widthWords.has(word))) return 'gx';
  if (words.some((word) => heightWords.has(word))) return 'gy';
  if (words.some((word) => depthWords.has(word))) return 'gz';
  const isTotal = words.some((word) => totalWords.has(word) || /^(num|len|size|count)/.test(word));
  return isTotal ? total : null;
}
