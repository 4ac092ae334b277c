/** What a good visit brings: samples, the verdict on its results, and what is odd about its times. */
import type { DeviceInfo } from '@shared/domain/device';
import type { OutcomeDetail } from '@shared/domain/outcome';
import type { RunEventBody } from '@shared/domain/run-event';
import { localLabel } from '@shared/domain/sizes';
import { medianOf } from '@shared/domain/statistics';
import { addVisit, type ConfigurationProgress } from './configuration-progress';
import type { ComparedWith, VisitReply } from './protocol';
import { outcomeOfOverrun } from './outcome-of';
import type { SweepLedger } from './sweep-ledger';
import { warningsOfReference } from './warnings';

export interface IntakeOptions {
  readonly device: DeviceInfo;
  readonly kernel: string;
  readonly ledger: SweepLedger;
  readonly record: (body: RunEventBody) => void;
  /** These outputs are now what others are compared with. */
  readonly onReference: () => void;
}

export interface Intake {
  /** `chosen`: what the driver picks for NULL. */
  take(
    item: ConfigurationProgress,
    reply: VisitReply,
    round: number,
    chosen: readonly number[] | null,
  ): void;
  /** Only the verdict on its results: its times were taken before. */
  verify(item: ConfigurationProgress, reply: VisitReply): void;
}

/** An error that is no finite number travels as the largest one (verify.ts). */
const errorText = (relativeL2: number): string =>
  relativeL2 >= Number.MAX_VALUE ? 'without bound' : relativeL2.toPrecision(3);

/** Compared with what the spec names, not with another size. */
const isOutside = (against: ComparedWith | undefined): boolean =>
  against === 'kernel' || against === 'file';

const differentFrom = (against: ComparedWith | undefined): string =>
  against === 'kernel'
    ? ' from the reference kernel'
    : against === 'file'
      ? ' from the reference file'
      : '';

/** The figures of a comparison as a detail: `maxUlp` only where it is known. */
const figuresOf = (compared: {
  readonly relativeL2: number;
  readonly maxUlp?: number | null | undefined;
  readonly against?: ComparedWith | undefined;
}): OutcomeDetail => ({
  relativeL2: compared.relativeL2,
  ...(compared.maxUlp === null || compared.maxUlp === undefined ? {} : { maxUlp: compared.maxUlp }),
  against: compared.against ?? 'configuration',
});

export const createIntake = (options: IntakeOptions): Intake => {
  const { device, kernel, ledger } = options;
  let saidNotComparable = false;

  const takeSamples = (
    item: ConfigurationProgress,
    reply: VisitReply,
    round: number,
    chosen: readonly number[] | null,
  ): void => {
    const { samples, firstLaunchNs } = reply;
    if (samples === null || samples.runNs.length === 0) {
      // Asking again would give nothing again, for ever.
      ledger.end(item, {
        kind: 'failed',
        reason: 'launch-failed',
        stage: 'launch',
        message: `${device.name} launched local size ${localLabel(item.configuration.local)} but gave no time for it.`,
      });
      return;
    }
    const isFirst = item.samples === 0;
    addVisit(item, round, samples);
    options.record({
      type: 'visit',
      deviceKey: device.key,
      configuration: item.configuration.id,
      round,
      samples,
      ...(isFirst && firstLaunchNs !== null ? { firstLaunchNs } : {}),
      ...(isFirst && item.configuration.local === null ? { chosen } : {}),
    });
    warnOfTimes(item, reply);
  };
  const warnOfTimes = (item: ConfigurationProgress, reply: VisitReply): void => {
    const { id, local } = item.configuration;
    if (reply.endBeforeStart > 0 && !item.saidEndBeforeStart) {
      item.saidEndBeforeStart = true;
      ledger.warn({
        code: 'end-before-start',
        configuration: id,
        message:
          `${device.name} said that ${reply.endBeforeStart} launches with local size ${localLabel(local)} ` +
          'ended before they started; the host clock stands in for them.',
        detail: { count: reply.endBeforeStart },
      });
    }
    if (reply.nearTimerResolution === true && !item.saidNearTimer) {
      item.saidNearTimer = true;
      const medianNs = Math.round(medianOf(reply.samples?.runNs ?? []) ?? 0);
      ledger.warn({
        code: 'near-timer-resolution',
        configuration: id,
        message:
          `Local size ${localLabel(local)} takes only ${medianNs} ns on ${device.name}, less than 20 steps of its timer: ` +
          'launch more work-items for a time to rely on.',
        detail: { medianNs },
      });
    }
  };
  const takeVerification = (item: ConfigurationProgress, reply: VisitReply): void => {
    const { verification } = reply;
    if (verification === null) return;
    item.checked = true;
    switch (verification.kind) {
      case 'reference':
        item.verified = true;
        item.compared = verification.outside ? figuresOf(verification.outside) : null;
        options.onReference();
        for (const body of warningsOfReference(verification, kernel, device.name)) {
          ledger.warn(body);
        }
        return;
      case 'right':
        item.verified = true;
        item.compared =
          verification.relativeL2 > 0 || isOutside(verification.against)
            ? figuresOf(verification)
            : null;
        return;
      case 'wrong': {
        const { argument, relativeL2, against } = verification;
        ledger.markWrong(item, {
          kind: 'failed',
          reason: 'wrong-result',
          stage: 'verify',
          message:
            `${argument} came out different${differentFrom(against)} with local size ${localLabel(item.configuration.local)} on ${device.name} ` +
            `(relative error ${errorText(relativeL2)}). ` +
            (isOutside(against)
              ? 'Look for a fault in the kernel, or in the reference.'
              : 'The size changes the result: look for a missing barrier or a wrong index.'),
          detail: { device: device.name, argument, ...figuresOf(verification) },
        });
        return;
      }
      case 'out-of-bounds': {
        const { local } = item.configuration;
        const outcome = outcomeOfOverrun(verification, kernel, device.name, local);
        ledger.markWrong(item, outcome);
        // Once more it is not launched: the next write may hit what others need.
        if (verification.escaped) ledger.end(item, outcome, 'ended');
        return;
      }
      case 'not-comparable':
        if (saidNotComparable) return;
        saidNotComparable = true;
        ledger.warn({
          code: 'not-comparable',
          configuration: null,
          message: `The results of ${kernel} on ${device.name} cannot be compared between sizes, so they were not.`,
        });
    }
  };

  return {
    take: (item, reply, round, chosen) => {
      takeSamples(item, reply, round, chosen);
      takeVerification(item, reply);
    },
    verify: takeVerification,
  };
};
