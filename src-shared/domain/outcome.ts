/**
 * How a configuration ended. The reason codes are closed (docs/file-formats.md); the class follows from
 * status codes and from what happened to the process, never from the text of a message.
 */
export const skipReasons = [
  'exceeds-device-limit',
  'exceeds-dimension-limit',
  'exceeds-kernel-limit',
  'exceeds-local-memory',
  'indivisible',
  'required-size-mismatch',
  'cancelled',
  'lane-stopped',
  'forbidden',
  'not-needed',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const failReasons = [
  'build-failed',
  'launch-failed',
  'out-of-memory',
  'wrong-result',
  'timed-out',
  'crashed',
  'device-lost',
] as const;
export type FailReason = (typeof failReasons)[number];

/** The step in which a worker was when its time ran out or it died. */
export const stages = [
  'open',
  'build',
  'create',
  'prepare',
  'first-launch',
  'launch',
  'verify',
] as const;
export type Stage = (typeof stages)[number];

/** Numbers and names that the sentence about an outcome needs, so that it can be said in any language. */
export type OutcomeDetail = Readonly<Record<string, string | number>>;

export type Outcome =
  | {
      readonly kind: 'measured';
      /** How its results compare with the reference, where they are not the same to the bit. */
      readonly detail?: OutcomeDetail | undefined;
    }
  | {
      readonly kind: 'skipped';
      readonly reason: SkipReason;
      /** What happened, to which size, and what to do: one English sentence. */
      readonly message: string;
      readonly detail?: OutcomeDetail | undefined;
    }
  | {
      readonly kind: 'failed';
      readonly reason: FailReason;
      readonly message: string;
      readonly stage?: Stage | undefined;
      readonly detail?: OutcomeDetail | undefined;
    };

export const measured: Outcome = { kind: 'measured' };
