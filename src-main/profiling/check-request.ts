/**
 * Everything about a request that can be found wrong before the first launch: it returns the plan per
 * device with every argument worked out, or one problem that names what is wrong.
 */
import { statSync } from 'node:fs';
import { planBuffers, resolveArguments } from '@shared/domain/arguments';
import type { DeviceInfo, DeviceListing } from '@shared/domain/device';
import { fileAccessProblem } from '@shared/domain/file-access';
import { planSweep } from '@shared/domain/plan';
import type { DevicePlan } from '@shared/domain/plan-types';
import { problem, type Problem, type ProblemParams } from '@shared/domain/problem';
import type { SweepReason } from '@shared/domain/problem-reasons';
import { referenceFileProblem, referenceKernelProblem } from '@shared/domain/reference-check';
import { err, ok, type Result } from '@shared/domain/result';
import { parseSignatures } from '@shared/domain/signature';
import type { MeasureOptions, SweepRequest, SweepSpec } from '@shared/domain/sweep';
import { planSearch } from '@shared/domain/search/plan-search';
import { workPerItem } from '@shared/domain/work';
import type { BufferPlan, LaunchPlan, ReferencePlan } from './protocol';

export interface PlannedDevice {
  readonly device: DeviceInfo;
  readonly plan: DevicePlan;
  readonly buffers: readonly BufferPlan[];
  readonly launches: ReadonlyMap<string, LaunchPlan>;
  /** What the spec wants the results to be held against. */
  readonly reference?: ReferencePlan | undefined;
}

export const checkRequest = (
  request: SweepRequest,
  listing: DeviceListing,
): Result<readonly PlannedDevice[], Problem> => {
  const { spec, options } = request;
  if (request.deviceKeys.length === 0) {
    return err(problem('no-device', 'No device is chosen.', 'Choose at least one device.'));
  }
  if (spec.local.length === 0 && !options.search) {
    return err(
      problem(
        'nothing-to-measure',
        'No local size is chosen.',
        'Choose at least one size, or NULL.',
      ),
    );
  }
  const wrongOption = checkOptions(options, spec);
  if (wrongOption !== null) return err(wrongOption);
  const reading = fileAccessProblem(request.sourceText, spec.buildOptions);
  if (reading !== null) return err(reading);
  const work = workPerItem(spec);
  if (!work.ok) return work;

  const signatures = spec.reference === undefined ? [] : parseSignatures(request.sourceText);
  const noReference = referenceKernelProblem(spec, signatures);
  if (noReference !== null) return err(noReference);

  const planned: PlannedDevice[] = [];
  for (const key of new Set(request.deviceKeys)) {
    const device = listing.devices.find((candidate) => candidate.key === key);
    if (device === undefined) {
      return err(
        problem(
          'unknown-device',
          `The device ${key} is not there any more.`,
          'List the devices again.',
          {
            device: key,
          },
        ),
      );
    }
    const ready = planDevice(request, device);
    if (!ready.ok) return ready;
    const reference = options.verify ? planReference(request, ready.value) : ok(undefined);
    if (!reference.ok) return reference;
    planned.push({ ...ready.value, reference: reference.value });
  }
  return ok(planned);
};

const planDevice = (
  { spec, sourceText, options }: SweepRequest,
  device: DeviceInfo,
): Result<PlannedDevice, Problem> => {
  const { search } = options;
  const plan = search ? planSearch(spec, sourceText, device, search) : planSweep(spec, device);
  const launches = new Map<string, LaunchPlan>();
  for (const configuration of plan.configurations) {
    if (configuration.rejected !== null) continue;
    const args = resolveArguments(spec, configuration, device);
    if (!args.ok) return args;
    launches.set(configuration.id, {
      configuration: configuration.id,
      local: configuration.local,
      launched: configuration.launched,
      args: args.value,
    });
  }
  if (launches.size === 0) return ok({ device, plan, buffers: [], launches });
  const buffers = planBuffers(spec, plan, options);
  return buffers.ok ? ok({ device, plan, buffers: buffers.value, launches }) : buffers;
};

/** The reference kernel is launched with the first explicit size, as the reference configuration is. */
const planReference = (
  { spec, referencePath }: SweepRequest,
  { launches }: PlannedDevice,
): Result<ReferencePlan | undefined, Problem> => {
  const { reference } = spec;
  const all = [...launches.values()];
  const launch = all.find(({ local }) => local !== null) ?? all[0];
  if (reference === undefined || launch === undefined) return ok(undefined);
  if ('kernel' in reference) return ok({ kind: 'kernel', kernel: reference.kernel, launch });
  const { file, argument } = reference;
  const missing = (why: string): Result<never, Problem> =>
    err(
      problem(
        'file-unreadable',
        `The reference file ${file} ${why}.`,
        'Put it beside the spec.',
        { file },
        'reference-missing',
      ),
    );
  if (referencePath === undefined) return missing('is not at hand here');
  const found = statSync(referencePath, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return missing('is not there');
  const wrong = referenceFileProblem(spec, reference, found.size, launch.args);
  return wrong === null ? ok({ kind: 'file', path: referencePath, argument }) : err(wrong);
};

const checkOptions = (options: MeasureOptions, spec: SweepSpec): Problem | null => {
  const bad = (
    reason: SweepReason,
    what: string,
    advice: string,
    params: ProblemParams = {},
  ): Problem => problem('invalid-option', what, advice, params, reason);
  const whole = (value: number): boolean => Number.isInteger(value) && value >= 1;
  const { samples, minSamples, maxSamples, maxSeconds, target, plateau, timeoutSeconds } = options;
  if (samples !== null && (!whole(samples) || samples > 1_000_000)) {
    return bad(
      'samples-number',
      `${samples} is no number of samples.`,
      'Give a whole number from 1 to 1000000.',
      { samples },
    );
  }
  if (samples !== null && options.search) {
    return bad(
      'samples-of-search',
      'A search takes as many samples as its answer needs, and no fixed number.',
      'Leave the number of samples out, or sweep the sizes that you want to see.',
    );
  }
  if (!whole(maxSamples) || maxSamples > 1_000_000) {
    return bad(
      'samples-bound',
      `${maxSamples} is no upper bound of samples.`,
      'Give a whole number from 1 to 1000000.',
      { samples: maxSamples },
    );
  }
  if (!whole(minSamples) || minSamples > maxSamples) {
    return bad(
      'samples-contradict',
      `At least ${minSamples} and at most ${maxSamples} samples contradict each other.`,
      `Give an upper bound of ${minSamples} or more.`,
      { least: minSamples, most: maxSamples },
    );
  }
  if (!(target > 0 && target < 1)) {
    return bad(
      'target',
      `A target of ${target * 100} % cannot be reached.`,
      'Give a half-width over 0 % and under 100 %.',
      { percent: target * 100 },
    );
  }
  if (!(plateau > 0 && plateau < 1)) {
    return bad(
      'plateau',
      `A plateau of ${plateau * 100} % makes no sense.`,
      'Give one over 0 % and under 100 %.',
      { percent: plateau * 100 },
    );
  }
  if (!(maxSeconds > 0 && maxSeconds <= 86_400)) {
    const what = `${maxSeconds} s is no time bound.`;
    return bad('time-bound', what, 'Give seconds over 0, at most 86400.', { seconds: maxSeconds });
  }
  for (const bound of [timeoutSeconds, options.buildTimeoutSeconds ?? null]) {
    if (bound !== null && !(bound > 0 && bound <= 86_400)) {
      const what = `${bound} s is no time-out.`;
      return bad('time-out', what, 'Give seconds over 0, at most 86400.', { seconds: bound });
    }
  }
  const names = new Set(spec.args.filter(({ kind }) => kind === 'buffer').map(({ name }) => name));
  const unknown = options.noRestore.find((name) => !names.has(name));
  return unknown === undefined
    ? null
    : bad(
        'restore-unknown',
        `There is no buffer ${unknown} to leave unrestored.`,
        `The buffers are ${[...names].join(', ') || 'none'}.`,
        { name: unknown, buffers: [...names].join(', ') || '–' },
      );
};
