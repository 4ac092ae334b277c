/**
 * Measures one device: from its plan to the outcome of every configuration, in rounds. Puts the parts of a
 * sweep together (builds, visits, grouped-visits, rounds, ...) and says how it ended. A configuration that
 * kills or hangs its worker is failed and never tried again; the others go on in a fresh worker. Refuses
 * nothing: whatever happens, every configuration ends with exactly one outcome.
 */
import type { Outcome } from '@shared/domain/outcome';
import { chooseSentinel, driftOf } from '@shared/domain/sentinel';
import { localLabel } from '@shared/domain/sizes';
import { createBlame } from './blame';
import { strategyView } from './configuration-progress';
import { verifyEarlier } from './earlier-verdicts';
import { createGroupedVisits } from './grouped-visits';
import { createInPlaceCheck } from './in-place-check';
import { createSweepBuilds } from './sweep-builds';
import { createReferenceKeeper } from './reference-keeper';
import { measureInRounds, nextRound, orderOf } from './rounds';
import { createSweepContext, type DeviceSweep, type SweepContext } from './sweep-context';
import { createIntake } from './visit-intake';
import { createVisits } from './visits';
import { warningOfDrift } from './warnings';

export type { DeviceSweep } from './sweep-context';

/** How long a launch may still take after the user cancelled before its worker is killed. */
export const cancelGraceMs = 1000;

/** Resolves when every configuration has its outcome and the worker is gone. */
export const sweepDevice = async (sweep: DeviceSweep): Promise<void> => {
  const { device, record, signal } = sweep;
  const context = createSweepContext(sweep);
  const { ledger, status, worker, lives } = context;

  const onAbort = (): void => void worker.retire(cancelGraceMs);
  signal.addEventListener('abort', onAbort, { once: true });
  await measure(context);
  signal.removeEventListener('abort', onAbort);
  await worker.retire(0);
  sayDrift(context);
  ledger.close(outcomeOfTheRest(lives.givenUp, signal));
  record({
    type: 'device-ended',
    deviceKey: device.key,
    problem: lives.givenUp,
  });
  status.show('done');
};

const measure = async (context: SweepContext): Promise<void> => {
  const { sweep, ledger, lives } = context;
  const { device, spec, options, record, earlier } = sweep;
  const builds = createSweepBuilds(context);
  const blame = createBlame(context, builds);
  const reference = createReferenceKeeper(context, builds, blame);
  const intake = createIntake({
    device,
    kernel: spec.kernel,
    ledger,
    record,
    onReference: reference.made,
  });
  const parts = { blame, builds, reference, intake };
  const visits = createVisits(context, parts);
  const firstRound = nextRound(earlier);

  await builds.begin();
  // A run may have been cut off between the last visit of a configuration and its end.
  if (earlier !== undefined && !lives.stopped()) {
    if (options.verify) {
      await verifyEarlier(context, { ...parts, visits }, orderOf(context, firstRound), firstRound);
    }
    if (lives.stopped()) return;
    ledger.decide();
  }
  const grouped = createGroupedVisits(context, builds, visits, blame);
  const inPlace = createInPlaceCheck(context);
  await measureInRounds(context, { grouped, inPlace }, firstRound);
};

/** What the size that was measured in every round tells of the machine. */
const sayDrift = ({ sweep, ledger }: SweepContext): void => {
  const measured = ledger.all.filter(({ comparable, samples }) => comparable && samples > 0);
  const all = measured.map((item) => ({ ...strategyView(item), live: true }));
  const watched = measured.find(({ configuration }) => configuration.id === chooseSentinel(all));
  if (watched === undefined) return;
  const { id, local } = watched.configuration;
  const warning = warningOfDrift(driftOf(id, watched.rounds), localLabel(local), sweep.device.name);
  if (warning !== null) ledger.warn(warning);
};

const outcomeOfTheRest = (givenUp: string | null, signal: AbortSignal): Outcome => {
  const because = givenUp ?? reasonOf(signal);
  return because === null
    ? {
        kind: 'skipped',
        reason: 'cancelled',
        message: 'The run was cancelled before this size was done.',
      }
    : { kind: 'skipped', reason: 'lane-stopped', message: because };
};

/** An abort for another reason than the user's wish carries its sentence as the reason. */
const reasonOf = (signal: AbortSignal): string | null =>
  signal.aborted && typeof signal.reason === 'string' ? signal.reason : null;
