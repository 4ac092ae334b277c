/**
 * Whether a run answers to a search: every word must occur somewhere in what its row says. A word with
 * `kernel:`, `device:`, `date:`, `tag:` or `state:` in front looks only there. Pure.
 */
import type { RunSummary } from '@shared/domain/run-types';

export const searchFields = ['kernel', 'device', 'date', 'tag', 'state'] as const;
type Field = (typeof searchFields)[number];

/** What the row shows beside the stored words: the date and the state in the user's language. */
export interface ShownWords {
  readonly started: string;
  readonly phase: string;
  /** Where a recorded run comes from; empty: the user's own. */
  readonly recorded: string;
}

const wordsOf = (run: RunSummary, shown: ShownWords): Readonly<Record<Field, string>> => ({
  kernel: run.kernel,
  device: run.devices.join('\n'),
  date: `${run.startedAt}\n${shown.started}`,
  tag: (run.notes?.tags ?? []).join('\n'),
  state: `${run.phase}\n${shown.phase}${run.recorded === undefined ? '' : `\nrecorded\n${shown.recorded}`}`,
});

const lower = (text: string): string => text.toLowerCase().replaceAll('：', ':');

export const matchesRun = (run: RunSummary, search: string, shown: ShownWords): boolean => {
  const fields = wordsOf(run, shown);
  const { title = '', note = '' } = run.notes ?? {};
  const all = lower(
    [run.run, run.title, run.titleZh ?? '', title, note, ...Object.values(fields)].join('\n'),
  );
  return lower(search)
    .split(/\s+/)
    .every((word) => {
      const field = searchFields.find((name) => word.startsWith(`${name}:`));
      if (field === undefined) return all.includes(word);
      return lower(fields[field]).includes(word.slice(field.length + 1));
    });
};

/** Every tag with the number of its runs, the most used first. */
export const tagsIn = (
  list: readonly RunSummary[],
): readonly { readonly tag: string; readonly count: number }[] => {
  const counts = new Map<string, number>();
  for (const { notes } of list) {
    for (const tag of notes?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts]
    .map(([tag, count]) => ({ tag, count }))
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag));
};
