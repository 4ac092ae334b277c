/** What the history does with a run or with the chosen ones: the way from a click to the stores. */
import { shallowRef, type Ref } from 'vue';
import type { RunHeader } from '@shared/domain/run-event';
import type { RunNotes } from '@shared/domain/run-notes';
import { useText } from '@renderer/i18n';
import { useActivity } from '@renderer/stores/activity';
import { useForm } from '@renderer/stores/form';
import { useHistory } from '@renderer/stores/history';
import { useNavigation } from '@renderer/stores/navigation';
import { useRunsStore } from '@renderer/stores/runs';
import { runName, type RunAction, type RunRowModel } from './run-row';
import type { SelectionAction } from './selection-action';

/** Two runs whose sources are held against each other. */
export type DiffSides = readonly [RunHeader, RunHeader];

/** @param chosen the chosen rows that are still there, newest first; `clear` chooses none */
export const useRunActions = (chosen: Readonly<Ref<readonly RunRowModel[]>>, clear: () => void) => {
  const runs = useRunsStore();
  const history = useHistory();
  const navigation = useNavigation();
  const activity = useActivity();
  const form = useForm();
  const { locale } = useText();

  const notesOf = shallowRef<RunRowModel | null>(null);
  const diffOf = shallowRef<DiffSides | null>(null);

  /** What is shown is also what Run would measure again. */
  const bringBack = (): void => {
    navigation.show('workbench');
    if (runs.currentRun !== null) form.reopen(runs.currentRun.header);
  };
  const diff = async (a: string, b: string): Promise<void> => {
    const [first, second] = [await history.headerOf(a), await history.headerOf(b)];
    if (first !== null && second !== null) diffOf.value = [first, second];
  };
  const duplicate = async (run: string): Promise<void> => {
    const header = await history.headerOf(run);
    if (header === null) return;
    // A new sweep has no results yet; a run that goes on stays in sight.
    if (!activity.busy) runs.current = null;
    navigation.show('workbench');
    form.reopen(header);
  };
  const exportCsv = async (
    rows: 'configurations' | 'launches',
    ids: readonly string[],
  ): Promise<void> => {
    const reply = await runs.exportCsv(rows, ids);
    history.written = reply.ok && reply.value !== null ? reply.value.name : '';
  };

  const act = async (action: RunAction, row: RunRowModel): Promise<void> => {
    const { run } = row.run;
    switch (action) {
      case 'open':
        if (await runs.openRun(run)) bringBack();
        return;
      case 'resume':
        if (await activity.resume(run)) navigation.show('workbench');
        return;
      case 'compare':
        await runs.add(run);
        return;
      case 'duplicate':
        return duplicate(run);
      case 'notes':
        runs.problem = null;
        notesOf.value = row;
        return;
      case 'diff':
        if (runs.current !== null) await diff(runs.current, run);
        return;
      case 'csv':
        return exportCsv('configurations', [run]);
      case 'launches':
        return exportCsv('launches', [run]);
      case 'json':
        return history.exportJson([run]);
      case 'svg':
      case 'png':
        return history.exportPicture(run, action, locale.value);
      case 'html':
      case 'pdf':
        return history.exportReport(run, action, locale.value);
      case 'delete':
        await history.remove(run, runName(row));
    }
  };

  const actOnChosen = async (action: SelectionAction): Promise<void> => {
    const rows = chosen.value;
    const readable = rows.filter(({ run }) => run.problem === null).map(({ run }) => run.run);
    const [first, second] = readable;
    switch (action) {
      case 'compare':
        for (const run of readable) await runs.add(run);
        navigation.show('compare');
        return;
      case 'diff':
        // They are given newest first: the older one is the one that was changed.
        if (first !== undefined && second !== undefined) await diff(second, first);
        return;
      case 'csv':
        return exportCsv('configurations', readable);
      case 'json':
        return history.exportJson(readable);
      case 'delete':
        clear();
        for (const row of rows) await history.remove(row.run.run, runName(row));
        return;
      case 'clear':
        clear();
    }
  };

  const saveNotes = async (notes: RunNotes): Promise<void> => {
    const row = notesOf.value;
    // What was typed stays until it is kept.
    if (row !== null && (await history.setNotes(row.run.run, notes))) notesOf.value = null;
  };

  return { notesOf, diffOf, act, actOnChosen, saveNotes };
};
