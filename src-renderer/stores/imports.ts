/**
 * Files from elsewhere on their way into the history: what the import said, and the question for a global size
 * that a file does not hold. What cannot be imported stands in the runs store's `problem`.
 */
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { ImportNote } from '@shared/domain/interchange/import-note';
import type { Problem } from '@shared/domain/problem';
import type { Imported } from '@shared/ipc/contract';
import { workbench } from '@renderer/client';
import { useForm } from './form';
import { useNavigation } from './navigation';
import { useRunsStore } from './runs';

type Question = Extract<Imported, { kind: 'ask-global' }>;

export const useImports = defineStore('imports', () => {
  const runs = useRunsStore();
  const form = useForm();
  const navigation = useNavigation();

  /** The file whose global size is asked for; null: nothing is asked. */
  const asked = shallowRef<Question | null>(null);
  /** Why the answer was not taken. */
  const answerProblem = shallowRef<Problem | null>(null);
  /** What was left out or assumed of the file that became `run`. */
  const notes = shallowRef<readonly ImportNote[]>([]);
  const run = ref<string | null>(null);

  /** Shows the run, and fills the form with what would measure it again; or asks what the file does not say. */
  const take = async (imported: Imported): Promise<void> => {
    answerProblem.value = null;
    if (imported.kind === 'ask-global') {
      asked.value = imported;
      return;
    }
    asked.value = null;
    await runs.refreshList();
    if (!(await runs.openRun(imported.run))) return;
    run.value = imported.run;
    notes.value = imported.notes;
    navigation.show('workbench');
    if (runs.currentRun !== null) form.reopen(runs.currentRun.header);
  };

  /** Lets the user pick a file. */
  const pick = async (): Promise<void> => {
    const reply = await workbench.call('runs.import', null);
    runs.problem = reply.ok ? null : reply.error;
    if (reply.ok && reply.value !== null) await take(reply.value);
  };

  /** Imports the file that was asked about, with a global size as text: `4096x4096`. */
  const answer = async (global: string): Promise<void> => {
    if (asked.value === null) return;
    const { token } = asked.value;
    const reply = await workbench.call('runs.import-as', { token, global });
    if (reply.ok) await take(reply.value);
    else answerProblem.value = reply.error;
  };

  const dismiss = (): void => {
    asked.value = null;
    answerProblem.value = null;
  };

  return { asked, answerProblem, notes, run, take, pick, answer, dismiss };
});
