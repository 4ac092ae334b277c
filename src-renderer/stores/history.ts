/**
 * What is done to stored runs: delete and undo, notes, exports, a run as the beginning of a new sweep. The
 * runs themselves belong to the runs store. Refusals stand in that store's `problem`.
 */
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { RunHeader } from '@shared/domain/run-event';
import type { RunNotes } from '@shared/domain/run-notes';
import type { ReportForm, SaveReply } from '@shared/ipc/contract';
import type { Locale } from '@renderer/i18n';
import { workbench } from '@renderer/client';
import { pngOf } from './picture-pixels';
import { readHeader } from './read-run';
import { useRunsStore } from './runs';

/** A deleted run that can still be had back. */
export interface DeletedRun {
  readonly undo: string;
  readonly name: string;
}

export const useHistory = defineStore('history', () => {
  const runs = useRunsStore();

  /** Newest last; forgotten with the window, kept on the disk for longer. */
  const deleted = shallowRef<readonly DeletedRun[]>([]);
  /** Name of the file that was written last; empty: nothing to say. */
  const written = ref('');

  /** Moves a run to the trash. `name` is what it is called when undo is offered. */
  const remove = async (run: string, name: string): Promise<boolean> => {
    written.value = '';
    const undo = await runs.deleteRun(run);
    if (undo === null) return false;
    runs.problem = null;
    deleted.value = [...deleted.value, { undo, name }];
    return true;
  };

  /** Puts the run that was deleted last back. */
  const undo = async (): Promise<void> => {
    const last = deleted.value.at(-1);
    if (last === undefined) return;
    deleted.value = deleted.value.slice(0, -1);
    const reply = await workbench.call('runs.restore', { undo: last.undo });
    runs.problem = reply.ok ? null : reply.error;
    await runs.refreshList();
  };

  const forgetDeleted = (): void => {
    deleted.value = [];
  };

  /** false: `problem` says why the notes were not kept. */
  const setNotes = async (run: string, notes: RunNotes): Promise<boolean> => {
    const plain = { title: notes.title, note: notes.note, tags: [...notes.tags] };
    const reply = await workbench.call('runs.set-notes', { run, notes: plain });
    runs.problem = reply.ok ? null : reply.error;
    if (reply.ok) await runs.refreshList();
    return reply.ok;
  };

  const took = (reply: SaveReply): void => {
    runs.problem = reply.ok ? null : reply.error;
    written.value = reply.ok && reply.value !== null ? reply.value.name : '';
  };

  const exportJson = async (ids: readonly string[]): Promise<void> =>
    took(await workbench.call('runs.export-json', { runs: [...ids] }));

  const exportReport = async (run: string, form: ReportForm, locale: Locale): Promise<void> =>
    took(await workbench.call('runs.export-report', { run, form, locale }));

  const exportPicture = async (run: string, form: 'svg' | 'png', locale: Locale): Promise<void> => {
    const picture = await workbench.call('runs.picture', { run, locale });
    if (!picture.ok) {
      runs.problem = picture.error;
      return;
    }
    const { svg } = picture.value;
    took(
      await workbench.call(
        'runs.save-picture',
        form === 'svg'
          ? { form, suggestedName: run, svg }
          : { form, suggestedName: run, png: await pngOf(svg) },
      ),
    );
  };

  /** How a run was measured, whether it is open or not. null: `problem` says why it cannot be read. */
  const headerOf = async (run: string): Promise<RunHeader | null> => {
    const known = runs.open.get(run);
    if (known !== undefined) return known.header;
    const header = await readHeader(run);
    runs.problem = header.ok ? null : header.error;
    return header.ok ? header.value : null;
  };

  return {
    deleted,
    written,
    remove,
    undo,
    forgetDeleted,
    setNotes,
    exportJson,
    exportReport,
    exportPicture,
    headerOf,
  };
});
