/**
 * The product's worker for the bench: what it sends also says when it was sent. The parent may hear a message much
 * later, since the next kernel has all cores by then.
 */
export interface Stamped {
  /** `process.hrtime` of this machine, ns. */
  readonly sentAt?: bigint;
}

const send = process.send?.bind(process) as ((...given: readonly unknown[]) => boolean) | undefined;
if (send !== undefined) {
  process.send = (message: object, ...rest: readonly unknown[]) =>
    send({ ...message, sentAt: process.hrtime.bigint() } satisfies Stamped, ...rest);
}
await import('../../src-main/worker');
