/**
 * Sets a kernel's arguments for one configuration. A value that cannot be encoded is refused here:
 * some drivers crash on a NULL value where a scalar belongs.
 */
import type { ResolvedArgument } from '@shared/domain/plan-types';
import type { Result } from '@shared/domain/result';
import { err, ok } from '@shared/domain/result';
import type { Handle, OpenCl } from './binding';
import type { DeviceBuffer } from './device-buffers';
import { encodeScalar } from './scalar';
import { check } from './status';

/** Bytes of dynamic local memory that the arguments ask for. */
export const dynamicLocalBytes = (args: readonly ResolvedArgument[]): number =>
  args.reduce((sum, arg) => (arg.kind === 'local' ? sum + arg.bytes : sum), 0);

/** The error is a sentence. Throws ClCallFailure when the driver refuses an argument. */
export const setArguments = (
  cl: OpenCl,
  kernel: Handle,
  args: readonly ResolvedArgument[],
  buffers: ReadonlyMap<string, DeviceBuffer>,
): Result<null, string> => {
  for (const [index, arg] of args.entries()) {
    if (arg.kind === 'local') {
      check('clSetKernelArg', cl.clSetKernelArg(kernel, index, arg.bytes, null));
      continue;
    }
    if (arg.kind === 'buffer') {
      const buffer = buffers.get(arg.name);
      if (buffer === undefined)
        return err(`No buffer was prepared for the argument "${arg.name}".`);
      if (arg.bytes > buffer.allocated) {
        return err(
          `The buffer "${arg.name}" holds ${buffer.allocated} bytes, and this size needs ${arg.bytes}.`,
        );
      }
      const value = new BigUint64Array([buffer.handle]);
      check('clSetKernelArg', cl.clSetKernelArg(kernel, index, 8, value));
      continue;
    }
    const value = encodeScalar(arg.type, arg.components);
    if (value === null) {
      return err(
        `The argument "${arg.name}" cannot take "${arg.components.join(', ')}" as a value of type ${arg.type}.`,
      );
    }
    check('clSetKernelArg', cl.clSetKernelArg(kernel, index, value.length, value));
  }
  return ok(null);
};
