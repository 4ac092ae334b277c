/**
 * Every example kernel against its CPU reference on real devices: for many local sizes, as shipped, and
 * with planted mistakes that the same check must find.
 */
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceInfo } from '@shared/domain/device';
import { parseSignatures } from '@shared/domain/signature';
import type { LocalSize } from '@shared/domain/sizes';
import type { SweepSpec } from '@shared/domain/sweep';
import { listDevices } from '@main/opencl/devices';
import { createSession } from '@main/opencl/session';
import { references } from '../support/references';
import { defaultTolerance } from '../support/references/compare-outputs';
import { errorsOf, expectOk, kernelsDir, readExample, type Errors } from './example';
import { plant, wrongVersions } from './wrong-versions';

// Read by Mesa when the loader opens it, which is at the first listing below.
process.env['RUSTICL_ENABLE'] ??= 'llvmpipe';

const names = Object.keys(references);
const drivers = ['Portable Computing Language', 'rusticl'];

/** Sizes that nothing divides evenly, so that every launch but NULL and 1 is padded somewhere. */
const small = (spec: SweepSpec, locals?: readonly LocalSize[]): SweepSpec =>
  spec.global.length === 1
    ? {
        ...spec,
        global: [1000],
        local: locals ?? [[1], [7], [16], [48], [64], [256], [1000], [1024], null],
      }
    : {
        ...spec,
        global: [100, 60],
        local: locals ?? [[1, 1], [8, 8], [16, 16], [32, 8], [5, 48], [64, 4], [1, 128], null],
        args: spec.args.map((arg) =>
          arg.kind === 'scalar' && arg.name === 'inner' ? { ...arg, value: '37' } : arg,
        ),
      };

const wrongSizes = (errors: Errors): readonly string[] =>
  [...errors].filter(([, error]) => !(error <= defaultTolerance)).map(([size]) => size);

const referenceOf = (name: string) => {
  const reference = references[name];
  if (reference === undefined) throw new Error(`${name} has no reference.`);
  return reference;
};

describe('the shipped specs', () => {
  it('are there for every kernel, each with a reference and wrong versions', () => {
    const shipped = readdirSync(kernelsDir)
      .filter((file) => file.endsWith('.cl'))
      .map((file) => file.slice(0, -'.cl'.length));
    expect(shipped.sort()).toEqual([...names].sort());
    expect(Object.keys(wrongVersions).sort()).toEqual([...names].sort());
  });

  it.each(names)('%s declares the parameters of its kernel, in their order', (name) => {
    const { spec, source } = readExample(name);
    const signature = parseSignatures(source).find((kernel) => kernel.name === spec.kernel);
    expect(
      signature?.parameters.map(({ name: parameter, type, isPointer, addressSpace }) => ({
        parameter,
        type,
        kind: !isPointer ? 'scalar' : addressSpace === 'local' ? 'local' : 'buffer',
      })),
    ).toEqual(spec.args.map(({ name: parameter, type, kind }) => ({ parameter, type, kind })));
  });

  it.each(names)('%s says what it teaches in English and Chinese', (name) => {
    const { spec } = readExample(name);
    expect(spec.title['zh-CN']).toMatch(/\p{Script=Han}/u);
    expect(spec.teaches?.['zh-CN']).toMatch(/\p{Script=Han}/u);
    expect(spec.teaches?.en).toMatch(/[a-z]/);
  });
});

describe.each(drivers)('on %s', (driver) => {
  const session = createSession(() => undefined);
  let device: DeviceInfo;

  beforeAll(() => {
    const listing = listDevices();
    const found = listing.devices.find(({ platform }) => platform.name.includes(driver));
    if (found === undefined) {
      const seen = listing.devices.map(({ platform }) => platform.name).join(', ');
      throw new Error(
        `No device of ${driver} (found: ${seen || 'none'}). Install pocl-opencl-icd and mesa-opencl-icd.`,
      );
    }
    device = found;
    expectOk(session.open(device.key));
  });

  afterAll(() => {
    session.close();
  });

  it.each(names)('%s is right for every local size, padded ranges and NULL', (name) => {
    const example = readExample(name);
    const spec = small(example.spec);
    const errors = errorsOf({ ...example, spec }, referenceOf(name), session, device);
    expect(errors.size).toBe(spec.local.length);
    expect(wrongSizes(errors)).toEqual([]);
  });

  it.each(names)('%s is right at its shipped global size', (name) => {
    const example = readExample(name);
    const middle = example.spec.local[Math.floor(example.spec.local.length / 2)] ?? null;
    const spec = { ...example.spec, local: [middle, null] };
    const errors = errorsOf({ ...example, spec }, referenceOf(name), session, device);
    expect(wrongSizes(errors)).toEqual([]);
  });

  const planted = names.flatMap((name) =>
    (wrongVersions[name] ?? []).map((wrong) => ({ name, mistake: wrong.mistake, wrong })),
  );
  it.each(planted)('$name is caught when wrong: $mistake', ({ name, wrong }) => {
    const { spec, source } = readExample(name);
    const locals =
      spec.global.length === 1
        ? [[48], [64]]
        : [
            [16, 16],
            [5, 48],
          ];
    const example = { spec: small(spec, locals), source: plant(source, wrong) };
    const errors = errorsOf(example, referenceOf(name), session, device);
    expect(wrongSizes(errors)).not.toEqual([]);
  });
});

it('SAXPY is right over a two-dimensional range', () => {
  const session = createSession(() => undefined);
  const device = listDevices().devices[0];
  if (device === undefined) throw new Error('No OpenCL device.');
  expectOk(session.open(device.key));
  const { spec, source } = readExample('saxpy');
  const flat = { ...spec, global: [100, 60], local: [[16, 16], [64, 4], [48, 1], null] };
  const errors = errorsOf({ spec: flat, source }, referenceOf('saxpy'), session, device);
  expect(wrongSizes(errors)).toEqual([]);
  session.close();
});
