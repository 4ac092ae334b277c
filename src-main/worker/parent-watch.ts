/**
 * Sees to it that a worker does not outlive its parent, even while it hangs inside a driver call and
 * hears nothing: Linux is asked to kill it. Where that is not possible, the closing channel ends it at
 * the next moment in which it can hear.
 */
import { killWithParent } from '../opencl/binding';
import type { Channel } from './channel';

/** Call once, before the first request is served. `exit` must end the process. */
export const endWithParent = (channel: Channel, exit: () => void): void => {
  channel.onClose(exit);
  const parent = process.ppid;
  killWithParent();
  // The parent may have died between our start and the request: then nothing will kill us any more.
  if (process.ppid !== parent || (channel.kind === 'fork' && !process.connected)) exit();
};
