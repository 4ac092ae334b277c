/**
 * Empties the device's last-level cache between launches: copies one half of a large buffer onto the
 * other, so that twice the cache's size passes through it. The buffer exists only once it is needed.
 */
import type { Handle, OpenCl } from './binding';
import { memReadWrite } from './constants';
import { created } from './program';
import { check } from './status';

export interface CacheEvictor {
  /** Enqueues the copy; the caller finishes the queue. Throws ClCallFailure. */
  readonly evict: () => void;
  /** Never throws. */
  readonly release: () => void;
}

const leastBytes = 64 * 1024 * 1024;

/** Twice the last-level cache, at least 64 MiB, and no more than the device allows in one buffer. */
export const evictionBytes = (cacheBytes: number | null, maxAllocation: number | null): number =>
  Math.min(Math.max(2 * (cacheBytes ?? 0), leastBytes), maxAllocation ?? Number.MAX_SAFE_INTEGER);

export const createCacheEvictor = (
  cl: OpenCl,
  context: Handle,
  queue: Handle,
  bytes: number,
): CacheEvictor => {
  let buffer: Handle | null = null;
  const half = Math.floor(bytes / 2);
  return {
    evict() {
      if (buffer === null) {
        const status = new Int32Array(1);
        buffer = created(
          'clCreateBuffer',
          cl.clCreateBuffer(context, memReadWrite, 2 * half, null, status),
          status,
        );
      }
      check(
        'clEnqueueCopyBuffer',
        cl.clEnqueueCopyBuffer(queue, buffer, buffer, 0, half, half, 0, null, null),
      );
    },
    release() {
      if (buffer !== null) cl.clReleaseMemObject(buffer);
      buffer = null;
    },
  };
};
