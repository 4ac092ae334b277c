/**
 * Compiles what is in the editor once the typing pauses, on every chosen device, and merges what the
 * compilers say. Only the newest answer counts. Never while a sweep runs: a build would disturb the
 * times that are being taken.
 */
import { defineStore } from 'pinia';
import { computed, ref, shallowRef, watch } from 'vue';
import { buildOptionsFor } from '@shared/domain/build-options';
import type { Severity } from '@shared/domain/kernel';
import type { Problem } from '@shared/domain/problem';
import type { CompileReply } from '@shared/ipc/contract';
import { workbench } from '@renderer/client';
import { useActivity } from './activity';
import { useDevices } from './devices';
import { useKernel } from './kernel';
import { useSweep } from './sweep';

/** One message and the devices whose compilers say it. */
export interface MergedDiagnostic {
  readonly severity: Severity;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  /** Set when no driver said it, and so it can be said in any language. */
  readonly problem?: Problem | undefined;
  readonly deviceKeys: readonly string[];
}

const pauseMs = 600;
const order: Record<Severity, number> = { error: 0, warning: 1, note: 2 };

/** Same place, severity and words from several compilers become one row. Pure. */
export const mergeDiagnostics = (replies: readonly CompileReply[]): readonly MergedDiagnostic[] => {
  const merged = new Map<string, MergedDiagnostic>();
  const put = (entry: Omit<MergedDiagnostic, 'deviceKeys'>, deviceKey: string): void => {
    const id = JSON.stringify([entry.severity, entry.line, entry.column, entry.message]);
    const before = merged.get(id)?.deviceKeys ?? [];
    if (before.includes(deviceKey)) return;
    merged.set(id, { ...entry, deviceKeys: [...before, deviceKey] });
  };
  for (const { deviceKey, result } of replies) {
    if (!result.ok) {
      put(
        {
          severity: 'error',
          line: null,
          column: null,
          message: result.error.message,
          problem: result.error,
        },
        deviceKey,
      );
      continue;
    }
    const { diagnostics, ok, log, status } = result.value;
    for (const entry of diagnostics) put(entry, deviceKey);
    if (!ok && !diagnostics.some((entry) => entry.severity === 'error')) {
      const message = log.trim() === '' ? (status ?? 'CL_BUILD_PROGRAM_FAILURE') : log.trim();
      put({ severity: 'error', line: null, column: null, message }, deviceKey);
    }
  }
  return [...merged.values()].sort(
    (a, b) => order[a.severity] - order[b.severity] || (a.line ?? 0) - (b.line ?? 0),
  );
};

export const useCompile = defineStore('compile', () => {
  const kernel = useKernel();
  const devices = useDevices();
  const sweep = useSweep();
  const activity = useActivity();

  const replies = shallowRef<readonly CompileReply[]>([]);
  const compiling = ref(false);
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const diagnostics = computed(() => mergeDiagnostics(replies.value));
  const builtOn = computed(
    () => replies.value.filter(({ result }) => result.ok && result.value.ok).length,
  );
  const failedOn = computed(() => replies.value.length - builtOn.value);

  /** The options with per-size expressions filled in for the first configuration that is possible. */
  const options = computed<string>(() => {
    const spec = sweep.spec;
    const configuration = sweep.plans
      .flatMap((plan) => plan.configurations)
      .find((candidate) => candidate.rejected === null && candidate.local !== null);
    if (!spec.ok || configuration === undefined) return kernel.buildOptions;
    const built = buildOptionsFor(spec.value, configuration);
    return built.ok ? built.value : kernel.buildOptions;
  });

  /** All that the answer depends on; what has been answered is not asked again. */
  const inputs = computed(() => JSON.stringify([kernel.source, options.value, devices.chosenKeys]));
  let answered = '';

  const compile = async (): Promise<void> => {
    newest += 1;
    const mine = newest;
    if (devices.chosenKeys.length === 0 || kernel.source.trim() === '') {
      replies.value = [];
      return;
    }
    compiling.value = true;
    const asked = inputs.value;
    const [source, used] = [kernel.source, options.value];
    try {
      const answer = await workbench.call('kernel.compile', {
        sourceText: kernel.source,
        buildOptions: options.value,
        deviceKeys: [...devices.chosenKeys],
      });
      if (mine !== newest) return;
      replies.value = answer;
      answered = asked;
      // The plan knows then what the kernel itself rules out: its required size, its local memory.
      sweep.built = {
        source,
        options: used,
        kernels: new Map(
          answer.map(({ deviceKey, result }) => [deviceKey, result.ok ? result.value.kernels : []]),
        ),
      };
    } finally {
      if (mine === newest) compiling.value = false;
    }
  };

  watch(
    [inputs, () => activity.busy],
    () => {
      clearTimeout(timer);
      if (inputs.value === answered) return;
      if (activity.busy) {
        // What compilers said of another source would stand beside this one until the sweep ends.
        replies.value = [];
        answered = '';
        return;
      }
      timer = setTimeout(() => void compile(), pauseMs);
    },
    { immediate: true },
  );

  return { replies, diagnostics, builtOn, failedOn, compiling, compile };
});
