/**
 * The form as a whole: kernel, arguments and sweep as the user has them, and what may replace them.
 * Decides whether something would be lost; refuses to replace it before the user has said so. What was
 * loaded and never changed, or was measured and so lies in a run, is not lost.
 */
import { defineStore } from 'pinia';
import { shallowRef, watch } from 'vue';
import type { RunHeader } from '@shared/domain/run-event';
import { localKey } from '@shared/domain/sizes';
import { useDevices } from './devices';
import { useKernel } from './kernel';
import { useSweep } from './sweep';

/** Something that would replace the form, and waits for the user's word. */
export interface LoadOffer {
  readonly title: string;
  readonly load: () => void;
}

export const useForm = defineStore('form', () => {
  const kernel = useKernel();
  const sweep = useSweep();
  const devices = useDevices();

  const offer = shallowRef<LoadOffer | null>(null);
  /** Forms that can be had again. */
  const safe = new Set<string>();

  const print = (): string =>
    JSON.stringify([
      kernel.source,
      kernel.kernelName,
      kernel.buildOptions,
      kernel.argumentTexts,
      kernel.restoreChoices,
      sweep.current.global,
      sweep.chosenSizes.map(localKey),
      sweep.samples,
      sweep.indivisible,
      sweep.kernelLimit,
      sweep.options,
    ]);

  /** The form as it stands can be had again: it was just loaded, or is stored with a run. */
  const markSafe = (): void => {
    safe.add(print());
  };

  // Before the next redraw, when the sweep has taken its sizes from what was loaded.
  watch(() => kernel.generation, markSafe);
  watch(
    () => kernel.dirty,
    (dirty) => {
      if (!dirty) markSafe();
    },
  );

  const isUnsaved = (): boolean => kernel.generation > 0 && !safe.has(print());

  /** Text and values that somebody typed, beside the few clicks that choose sizes. */
  const isTyped = (): boolean =>
    kernel.dirty ||
    Object.keys(kernel.argumentTexts).length > 0 ||
    Object.keys(kernel.restoreChoices).length > 0;

  const ask = (wouldLose: boolean, { title, load }: LoadOffer): void => {
    offer.value = wouldLose ? { title, load } : null;
    if (!wouldLose) load();
  };

  /** Loads another kernel; what was typed and is stored nowhere is asked about in `offer`. */
  const replaceKernel = (title: string, load: () => void): void =>
    ask(isTyped() && isUnsaved(), { title, load });

  const accept = (): void => {
    const waiting = offer.value;
    offer.value = null;
    waiting?.load();
  };
  const decline = (): void => {
    offer.value = null;
  };

  const takeRun = (header: RunHeader): void => {
    kernel.takeRun(header.spec, header.sourceText);
    sweep.takeOptions(header.options);
    devices.choose(header.devices.map(({ key }) => key));
    markSafe();
  };

  /**
   * Brings a stored run's kernel, arguments, sizes, options and devices back, so that Run measures it again. Results of
   * other tools have no source: the form stays as it is.
   */
  const reopen = (header: RunHeader): void => {
    if (header.sourceText === '') return;
    ask(isUnsaved(), {
      title: `${header.spec.kernel} · ${header.run}`,
      load: () => takeRun(header),
    });
  };

  return { offer, markSafe, replaceKernel, accept, decline, reopen };
});
