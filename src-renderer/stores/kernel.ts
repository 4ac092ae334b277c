/**
 * The kernel at hand: its text, where it is stored, which of its kernels is meant, and its arguments.
 * Decides how a spec follows a changing source: untouched source keeps the spec's arguments as they
 * are; once the text differs, arguments that still fit by name, kind and type are kept and the rest
 * take the documented defaults. Sizes belong to the sweep store.
 */
import { defineStore } from 'pinia';
import { computed, ref, shallowRef } from 'vue';
import { applyArgumentValues, describeArgument } from '@shared/domain/argument-values';
import { defaultSpec } from '@shared/domain/default-spec';
import type { Problem } from '@shared/domain/problem';
import { ok, type Result } from '@shared/domain/result';
import { parseSignatures } from '@shared/domain/signature';
import type { Argument, SweepSpec } from '@shared/domain/sweep';
import type { Example, OpenedFile } from '@shared/ipc/contract';
import { givenAtStart } from '@renderer/at-start';
import { workbench } from '@renderer/client';

/** An argument as the panel shows it. */
export interface ArgumentRow {
  readonly argument: Argument;
  /** The text in the field: what the user wrote, else the automatic choice. */
  readonly text: string;
  /** Nothing was typed: the spec or the defaults chose. */
  readonly automatic: boolean;
  /** Whether it is restored before each launch; null: the kernel does not write it. */
  readonly restored: boolean | null;
  readonly error: Problem | null;
}

const restoredBy = (argument: Argument): boolean | null =>
  argument.kind === 'buffer' && argument.write ? argument.restore !== false : null;

interface Loaded {
  readonly sourceText: string;
  readonly fileName: string;
  readonly token: string | null;
  readonly exampleId: string | null;
  readonly spec: SweepSpec | null;
  /** A stored run brought it. */
  readonly fromRun?: boolean;
}

const fits = (kept: Argument, wanted: Argument): boolean =>
  kept.name === wanted.name && kept.kind === wanted.kind && kept.type === wanted.type;

export const useKernel = defineStore('kernel', () => {
  const examples = shallowRef<readonly Example[]>([]);
  const loaded = shallowRef<Loaded>({
    sourceText: '',
    fileName: 'kernel.cl',
    token: null,
    exampleId: null,
    spec: null,
  });
  /** Counts loads: what follows a loaded kernel begins anew with each. */
  const generation = ref(0);
  /**
   * Counts loads of other files: the editor begins a new history with each. A run's kernel is a change
   * like any other: what was there before it can be had back with Undo.
   */
  const document = ref(0);
  const source = ref('');
  const savedSource = ref('');
  const wantedKernel = ref<string | null>(null);
  const buildOptions = ref('');
  const argumentTexts = shallowRef<Readonly<Record<string, string>>>({});
  /** The user's word on restoring, by argument name; what is missing stands as in the spec. */
  const restoreChoices = shallowRef<Readonly<Record<string, boolean>>>({});
  const fileProblem = shallowRef<Problem | null>(null);

  const fileName = computed(() => loaded.value.fileName);
  const exampleId = computed(() => loaded.value.exampleId);
  /** Where the arguments are from, as long as the text is as it was loaded. */
  const origin = computed<'run' | 'spec' | 'signature'>(() => {
    const { spec, sourceText, fromRun = false } = loaded.value;
    if (spec === null || source.value !== sourceText) return 'signature';
    return fromRun ? 'run' : 'spec';
  });
  const dirty = computed(() => source.value !== savedSource.value);
  const signatures = computed(() => parseSignatures(source.value));
  const kernelNames = computed(() => signatures.value.map((signature) => signature.name));
  const kernelName = computed<string | null>(() => {
    const names = kernelNames.value;
    const wanted = wantedKernel.value;
    return wanted !== null && names.includes(wanted) ? wanted : (names[0] ?? null);
  });
  const signature = computed(
    () => signatures.value.find((candidate) => candidate.name === kernelName.value) ?? null,
  );

  /** The spec before the user's argument values. */
  const baseSpec = computed<Result<SweepSpec, Problem>>(() => {
    const { spec, sourceText, fileName: name } = loaded.value;
    const own = spec !== null && spec.kernel === kernelName.value ? spec : null;
    if (own !== null && source.value === sourceText) return ok(own);
    const defaults = defaultSpec({
      sourceText: source.value,
      fileName: name,
      kernel: kernelName.value ?? undefined,
      buildOptions: buildOptions.value,
    });
    if (!defaults.ok || own === null) return defaults;
    const args = defaults.value.args.map(
      (wanted) => own.args.find((kept) => fits(kept, wanted)) ?? wanted,
    );
    return ok({ ...own, args });
  });

  const rows = computed<readonly ArgumentRow[]>(() => {
    const base = baseSpec.value;
    if (!base.ok) return [];
    return base.value.args.map((argument) => {
      const typed = argumentTexts.value[argument.name];
      const byDefault = restoredBy(argument);
      const restored =
        byDefault === null ? null : (restoreChoices.value[argument.name] ?? byDefault);
      if (typed === undefined) {
        return {
          argument,
          text: describeArgument(argument),
          automatic: true,
          restored,
          error: null,
        };
      }
      const applied = applyArgumentValues(base.value, { [argument.name]: typed });
      return {
        argument,
        text: typed,
        automatic: false,
        restored,
        error: applied.ok ? null : applied.error,
      };
    });
  });

  /** What a sweep takes, sizes excepted. An error names the source or the argument. */
  const spec = computed<Result<SweepSpec, Problem>>(() => {
    const base = baseSpec.value;
    if (!base.ok) return base;
    const names = new Set(base.value.args.map((argument) => argument.name));
    const values = Object.fromEntries(
      Object.entries(argumentTexts.value).filter(([name]) => names.has(name)),
    );
    const applied = applyArgumentValues(base.value, values);
    if (!applied.ok) return applied;
    const args = applied.value.args.map((argument): Argument => {
      const restore = restoreChoices.value[argument.name];
      return restore === undefined || restoredBy(argument) === null
        ? argument
        : ({ ...argument, restore } as Argument);
    });
    return ok({ ...applied.value, args, buildOptions: buildOptions.value });
  });

  const take = (next: Loaded): void => {
    loaded.value = next;
    source.value = next.sourceText;
    savedSource.value = next.sourceText;
    wantedKernel.value = next.spec?.kernel ?? null;
    buildOptions.value = next.spec?.buildOptions ?? '';
    argumentTexts.value = {};
    restoreChoices.value = {};
    fileProblem.value = null;
    generation.value += 1;
    if (next.fromRun !== true) document.value += 1;
  };

  const loadExample = (id: string): void => {
    const example = examples.value.find((candidate) => candidate.id === id);
    if (example === undefined) return;
    take({
      sourceText: example.sourceText,
      fileName: example.spec.source,
      token: null,
      exampleId: example.id,
      spec: example.spec,
    });
  };

  /** A file that the user chose or dropped. */
  const takeOpened = (file: OpenedFile): void =>
    take({
      sourceText: file.sourceText,
      fileName: file.name,
      token: file.token,
      exampleId: null,
      spec: file.spec,
    });

  /** The examples, and a kernel to begin with: SAXPY. */
  const takeExamples = (found: readonly Example[]): void => {
    examples.value = found;
    if (generation.value > 0) return;
    const first = found.find((example) => example.id === 'saxpy') ?? found[0];
    if (first !== undefined) loadExample(first.id);
  };

  const loadExamples = async (): Promise<void> =>
    takeExamples(await workbench.call('examples.list', null));

  /** The kernel to begin with, at once if the document brought it. */
  const begin = (): void => {
    const given = givenAtStart();
    if (given === null) void loadExamples();
    else takeExamples(given.examples);
  };

  const open = async (): Promise<void> => {
    const reply = await workbench.call('kernel.open', null);
    if (!reply.ok) fileProblem.value = reply.error;
    else if (reply.value !== null) takeOpened(reply.value);
  };

  /** The kernel of a stored run, as it was measured: no file of this machine belongs to it. */
  const takeRun = (spec: SweepSpec, sourceText: string): void =>
    take({ sourceText, fileName: spec.source, token: null, exampleId: null, spec, fromRun: true });

  const save = async (): Promise<void> => {
    const text = source.value;
    const reply = await workbench.call('kernel.save', {
      token: loaded.value.token,
      suggestedName: loaded.value.fileName,
      sourceText: text,
    });
    if (!reply.ok) {
      fileProblem.value = reply.error;
      return;
    }
    fileProblem.value = null;
    if (reply.value === null) return;
    savedSource.value = text;
    loaded.value = { ...loaded.value, token: reply.value.token, fileName: reply.value.name };
  };

  /** null: back to the automatic choice. */
  const setArgument = (name: string, text: string | null): void => {
    const next = new Map(Object.entries(argumentTexts.value));
    if (text === null || text.trim() === '') next.delete(name);
    else next.set(name, text);
    argumentTexts.value = Object.fromEntries(next);
  };

  const setRestored = (name: string, restored: boolean): void => {
    restoreChoices.value = { ...restoreChoices.value, [name]: restored };
  };

  /** The spec as loaded: what the sweep form starts from. Changes only with a load or another kernel. */
  const sizesFrom = computed(() => ({ generation: generation.value, kernel: kernelName.value }));

  return {
    examples,
    generation,
    document,
    source,
    fileName,
    exampleId,
    origin,
    dirty,
    kernelNames,
    kernelName,
    wantedKernel,
    signature,
    buildOptions,
    argumentTexts,
    restoreChoices,
    rows,
    baseSpec,
    spec,
    sizesFrom,
    fileProblem,
    loadExample,
    loadExamples,
    begin,
    open,
    takeOpened,
    takeRun,
    save,
    setArgument,
    setRestored,
  };
});
