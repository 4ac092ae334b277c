import { describe, expect, it } from 'vitest';
import { outcomeOfRefusal } from '@main/profiling/outcome-of';

const messageOf = (call: string, status: string): string | undefined => {
  const refused = { kind: 'failed', reason: 'launch-failed', call, status, detail: {} } as const;
  const outcome = outcomeOfRefusal(refused, 'GPU', [64]);
  return outcome.kind === 'failed' ? outcome.message : undefined;
};

describe('the outcome of a refused launch', () => {
  it('says what is wrong with a spec whose arguments are not those of the kernel', () => {
    for (const [call, status] of [
      ['clSetKernelArg', 'CL_INVALID_ARG_SIZE'],
      ['clEnqueueNDRangeKernel', 'CL_INVALID_KERNEL_ARGS'],
    ] as const) {
      const message = messageOf(call, status);
      expect(message).toContain(`GPU refused local size 64: ${call} gave ${status}.`);
      expect(message).toContain("the kernel's parameters, in their order");
    }
  });

  it('does not speak of arguments where the driver refused something else', () => {
    expect(messageOf('clEnqueueNDRangeKernel', 'CL_INVALID_VALUE')).toBe(
      'GPU refused local size 64: clEnqueueNDRangeKernel gave CL_INVALID_VALUE.',
    );
  });
});
