/**
 * Gives the reference store what the spec names: the outputs of a reference kernel, launched once on the
 * initial data, or the bytes of a file. Refuses a kernel that the program lacks or that cannot be launched,
 * and a file that cannot be read, before anything is measured.
 */
import { readFileSync } from 'node:fs';
import type { Result } from '@shared/domain/result';
import { err, ok } from '@shared/domain/result';
import type { ReferencePlan, WorkerFailure } from '../profiling/protocol';
import { makeShape, readOutputs, resetUnrestored } from './launch-buffers';
import type { PreparedKernel, VisitContext } from './launch-check';
import { readyLaunch } from './launch-check';
import type { BuiltProgram } from './program';

const refuse = (message: string): Result<never, WorkerFailure> =>
  err({ reason: 'launch-failed', status: null, call: null, message });

const fromFile = (
  context: VisitContext,
  { path, argument }: Extract<ReferencePlan, { kind: 'file' }>,
): Result<null, WorkerFailure> => {
  try {
    // A copy of its own: views of 8-byte numbers need an aligned start.
    const bytes = new Uint8Array(readFileSync(path));
    context.references.expect('file', new Map([[argument, bytes]]));
    return ok(null);
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    return refuse(`The reference file cannot be read: ${why}.`);
  }
};

const fromKernel = (
  context: VisitContext,
  prepared: PreparedKernel,
  program: BuiltProgram,
  { kernel: name, launch }: Extract<ReferencePlan, { kind: 'kernel' }>,
): Result<null, WorkerFailure> => {
  const kernel = program.kernels.get(name);
  const info = program.infos.get(name);
  if (kernel === undefined || info === undefined) {
    return refuse(`The program has no reference kernel "${name}" to launch.`);
  }
  const reference: PreparedKernel = { ...prepared, kernel, info };
  const refused = readyLaunch(context, reference, launch);
  if (refused !== null) {
    return refuse(`The reference kernel "${name}" cannot be launched: ${refused.reason}.`);
  }
  context.stages.report('first-launch', 'compiling');
  context.launcher.first(makeShape(context, reference, { launch, cold: false }), () =>
    context.stages.report('first-launch', 'running'),
  );
  const outputs = readOutputs(context, reference, launch);
  context.references.expect(
    'kernel',
    new Map(outputs.map(({ plan, bytes }) => [plan.name, bytes])),
  );
  resetUnrestored(context, reference, launch);
  return ok(null);
};

/** Throws ClCallFailure when the launch of a reference kernel fails. */
export const prepareExpected = (
  context: VisitContext,
  prepared: PreparedKernel,
  program: BuiltProgram,
  reference: ReferencePlan,
): Result<null, WorkerFailure> => {
  if (context.references.hasExpected) return ok(null);
  return reference.kind === 'file'
    ? fromFile(context, reference)
    : fromKernel(context, prepared, program, reference);
};
