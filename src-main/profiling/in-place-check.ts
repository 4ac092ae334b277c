/**
 * Whether the buffers that are restored before each launch, left to grow, would change times or values:
 * asked once for each device, of the first configuration that was measured, and said as a warning. Refuses
 * to blame the size when the kernel cannot live on its own output: the others go on in a fresh worker.
 */
import type { ConfigurationProgress } from './configuration-progress';
import type { SweepContext } from './sweep-context';
import { typicalMs } from './visit-request';
import { warningsOfInPlace } from './warnings';

/** How far launching without restoring is tried. */
const inPlaceWish = { cycles: 10, launches: 50, maxNs: 0.5e9 };

/** The check of one sweep. */
export interface InPlaceCheck {
  /** It is still to be made. */
  isDue(): boolean;
  /** Does nothing before there are samples, and after it was made. */
  make(item: ConfigurationProgress): Promise<void>;
}

export const createInPlaceCheck = (context: SweepContext): InPlaceCheck => {
  const { sweep, ledger, worker, lives } = context;
  const { device, spec } = sweep;
  // Nothing is restored, or an earlier part of the run has said it.
  let asked = sweep.earlier !== undefined || !sweep.buffers.some(({ restore }) => restore);

  const make = async (item: ConfigurationProgress): Promise<void> => {
    if (asked || !item.live || item.samples === 0 || lives.stopped()) return;
    asked = true;
    const answer = await worker.inPlace(
      { type: 'in-place', launch: item.launch, ...inPlaceWish },
      typicalMs(item),
    );
    const isLost = answer.kind === 'died' || answer.kind === 'timed-out';
    if (answer.kind === 'reply' || isLost) {
      const found = answer.kind === 'reply' ? answer.value : 'hung';
      for (const body of warningsOfInPlace(found, spec.kernel, device.name)) ledger.warn(body);
    }
    if (answer.kind !== 'reply' && answer.kind !== 'stopped') await worker.discard();
    if (isLost) lives.sayRestarted(item);
  };
  return { isDue: () => !asked, make };
};
