/**
 * The device worker's entry: the only process in which OpenCL is loaded. Has all code compiled before the first
 * launch: what V8 by itself compiles at a function's first call would fall into the first launches. Wiring only.
 */
import { setFlagsFromString } from 'node:v8';

// Only what concerns code that is still to be compiled may change in a running engine: a flag of its garbage
// collection here ended the process as soon as buffers were large. A flag that a later engine lacks is ignored.
for (const flag of ['--no-lazy', '--always-sparkplug']) setFlagsFromString(flag);
await import('./worker/main');
