/**
 * What people write about a run: a title of their own, a note, tags. Kept apart from the run's log, which is
 * only ever appended to. Decides what a note may hold; a file of notes may come from anybody, so what does
 * not fit the schema counts as none.
 */
import * as v from 'valibot';

export interface RunNotes {
  /** Shown in the place of the sweep's title; empty: the sweep's. */
  readonly title: string;
  readonly note: string;
  /** In the order in which they were given; none twice, whatever their case. */
  readonly tags: readonly string[];
}

export const noNotes: RunNotes = { title: '', note: '', tags: [] };

export const longestTitle = 200;
export const longestNote = 10_000;
export const longestTag = 40;
export const mostTags = 20;

const line = (text: string): string => text.replace(/\s+/g, ' ').trim();
const text = (longest: number) =>
  v.pipe(v.string('is not a text'), v.maxLength(longest, 'is too long'));

/** The notes as they come from a page or a file: right in kind and size, not yet tidy. */
export const runNotesSchema = v.object(
  {
    title: text(longestTitle),
    note: text(longestNote),
    tags: v.pipe(v.array(text(longestTag), 'is no list'), v.maxLength(mostTags, 'are too many')),
  },
  'are no notes',
);

/** Titles and tags on one line, tags without commas, empty ones and repetitions left out. */
export const tidyNotes = ({ title, note, tags }: RunNotes): RunNotes => {
  const kept = new Map<string, string>();
  for (const tag of tags.flatMap((entry) => entry.split(/[,，、]/)).map(line)) {
    const key = tag.toLowerCase();
    if (tag !== '' && !kept.has(key)) kept.set(key, tag);
  }
  return { title: line(title), note: note.trim(), tags: [...kept.values()].slice(0, mostTags) };
};

export const isEmptyNotes = ({ title, note, tags }: RunNotes): boolean =>
  title === '' && note === '' && tags.length === 0;

const fileSchema = v.object({
  format: v.literal('ndrange-meta'),
  version: v.literal(1),
  ...runNotesSchema.entries,
});

/** The notes of a file's parsed JSON; null: it holds none of this version. Never throws. */
export const parseRunNotes = (value: unknown): RunNotes | null => {
  const parsed = v.safeParse(fileSchema, value);
  return parsed.success ? tidyNotes(parsed.output) : null;
};

/** The text of the file, with a line break at its end. */
export const runNotesText = ({ title, note, tags }: RunNotes): string =>
  `${JSON.stringify({ format: 'ndrange-meta', version: 1, title, note, tags }, null, 2)}\n`;
