/**
 * One example kernel as the tests see it: its spec with smaller sizes, its source (or a wrong version of
 * it), and what a launch on a real device leaves in its buffers. Decides nothing about right or wrong.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planBuffers, resolveArguments } from '@shared/domain/arguments';
import { fillBuffer, elementType } from '@shared/domain/buffer-data';
import type { DeviceInfo } from '@shared/domain/device';
import { planSweep } from '@shared/domain/plan';
import type { Configuration, ResolvedArgument } from '@shared/domain/plan-types';
import type { Problem } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import { localKey } from '@shared/domain/sizes';
import { defaultMeasureOptions, type BufferArgument, type SweepSpec } from '@shared/domain/sweep';
import { parseSweepSpecText } from '@shared/domain/sweep-schema';
import type { createSession } from '@main/opencl/session';
import { relativeError } from '../support/references/compare-outputs';
import type { FloatArray, Reference } from '../support/references/reference';

type Session = ReturnType<typeof createSession>;

export const kernelsDir = join(import.meta.dirname, '..', '..', 'kernels');

export interface Example {
  readonly spec: SweepSpec;
  readonly source: string;
}

/** The value, or the error as an exception: here a refusal is a failed test. */
export function expectOk<T>(result: Result<T, Problem | { readonly message: string }>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** An example as it is shipped, by the name of its files. */
export function readExample(name: string): Example {
  const text = readFileSync(join(kernelsDir, `${name}.sweep.json`), 'utf8');
  const spec = expectOk(parseSweepSpecText(text));
  return { spec, source: readFileSync(join(kernelsDir, spec.source), 'utf8') };
}

/** The relative error of the example's worst output per local size (`localKey`). */
export type Errors = ReadonlyMap<string, number>;

const floats = (bytes: Uint8Array): FloatArray => new Float32Array(Uint8Array.from(bytes).buffer);

const scalarsOf = (args: readonly ResolvedArgument[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    args.flatMap((arg) => (arg.kind === 'scalar' ? [[arg.name, Number(arg.components[0])]] : [])),
  );

const isCompared = (
  arg: SweepSpec['args'][number],
): arg is BufferArgument & { compare: 'elementwise' | 'sum' } =>
  arg.kind === 'buffer' && (arg.compare === 'elementwise' || arg.compare === 'sum');

function launch(session: Session, configuration: Configuration, args: readonly ResolvedArgument[]) {
  const { id, local, launched } = configuration;
  const reply = expectOk(
    session.visit({
      type: 'visit',
      launch: { configuration: id, local, launched, args },
      warmUps: 0,
      warmUpNs: 0,
      samples: 1,
      maxNs: 1e9,
      cold: false,
      verify: false,
    }),
  );
  if (reply.refused !== null)
    throw new Error(`${id} was refused: ${reply.refused.call} says ${reply.refused.status}.`);
}

/**
 * Builds the source in an open session, launches every local size of the spec once, on the initial data
 * that the spec declares, and compares what it may write of each output buffer with the reference, padding
 * included.
 */
export function errorsOf(
  { spec, source }: Example,
  reference: Reference,
  session: Session,
  device: DeviceInfo,
): Errors {
  const plan = planSweep(spec, device);
  const buffers = expectOk(planBuffers(spec, plan, defaultMeasureOptions, device));
  const build = expectOk(session.build(source, spec.buildOptions));
  if (!build.ok) throw new Error(`${spec.kernel} was not built on ${device.name}:\n${build.log}`);
  expectOk(session.prepare(spec.kernel, buffers));

  const initial = Object.fromEntries(
    buffers.map(({ name, type, init, bytes }) => [
      name,
      floats(fillBuffer(init, type, bytes / (elementType(type)?.bytes ?? 1))),
    ]),
  );
  const errors = new Map<string, number>();
  for (const configuration of plan.configurations) {
    if (configuration.rejected !== null) throw new Error(configuration.rejected.message);
    const args = expectOk(resolveArguments(spec, configuration, device));
    launch(session, configuration, args);
    const expected = reference({ buffers: initial, scalars: scalarsOf(args) });
    const worst = spec.args.filter(isCompared).map(({ name, compare }) => {
      const wanted = expected[name];
      if (wanted === undefined) throw new Error(`The reference says nothing about "${name}".`);
      // What lies behind this configuration's own part belongs to sizes that need more.
      const own = args.find((arg) => arg.name === name);
      const bytes = own?.kind === 'buffer' ? own.bytes : 0;
      const got = floats(session.readBuffer(name).subarray(0, bytes));
      const part = compare === 'sum' ? wanted : wanted.subarray(0, got.length);
      return relativeError(got, part, compare);
    });
    errors.set(localKey(configuration.local), Math.max(...worst));
  }
  return errors;
}
