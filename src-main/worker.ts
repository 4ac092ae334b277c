/**
 * The device worker's entry: the only process in which OpenCL is loaded. Has all code compiled before the first
 * launch: what V8 by itself compiles at a function's first call, and optimises on threads of its own, would fall
 * into the first launches and take cores from a CPU device. Wiring only.
 */
import { setFlagsFromString } from 'node:v8';

// Flags of the engine, not of Node: one that a later engine no longer knows is ignored.
for (const flag of ['--no-lazy', '--always-sparkplug', '--single-threaded-gc']) {
  setFlagsFromString(flag);
}
await import('./worker/main');
