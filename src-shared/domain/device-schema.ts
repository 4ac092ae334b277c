/**
 * Devices and kernels as they stand in a run file. Decides which of what a file claims of a device can be
 * used; refuses names and keys that are no text, and turns a limit that cannot be read into a property that
 * carries its own error, since one odd figure is no reason to lose a run.
 */
import * as v from 'valibot';
import type { DeviceInfo, DeviceLimits, HardwareQueries, Property } from './device';
import type { KernelHardware, KernelInfo, KernelParameter } from './kernel';
import type { Bytes, Hertz, Nanoseconds, Quantity } from './units';

/** A text within a bound. Not transformed: what it says is shown as text wherever it is shown. */
export const boundedText = (longest: number) =>
  v.pipe(v.string('is not a text'), v.maxLength(longest, `is longer than ${longest} characters`));

export const name = boundedText(1000);
/** Work-items, rounds, positions: whole and exact. */
export const whole = (lowest: number) =>
  v.pipe(
    v.number('is not a number'),
    v.safeInteger('is not a whole number'),
    v.minValue(lowest, `is below ${lowest}`),
  );
/** A figure of a driver, which may be any 64-bit number. */
export const figure = v.pipe(
  v.number('is not a number'),
  v.finite('is not a finite number'),
  v.minValue(0, 'is below 0'),
  v.maxValue(2e19, 'is beyond 64 bits'),
);
const quantity = <Unit extends string>() =>
  v.pipe(
    figure,
    v.transform((value) => value as Quantity<Unit>),
  );
const bytes: v.GenericSchema<unknown, Bytes> = quantity<'bytes'>();
const hertz: v.GenericSchema<unknown, Hertz> = quantity<'Hz'>();
const nanoseconds: v.GenericSchema<unknown, Nanoseconds> = quantity<'ns'>();

/** A queried property; one that a file has not, or not in a form that can be used, says so by itself. */
const property = <T>(value: v.GenericSchema<unknown, T>): v.GenericSchema<unknown, Property<T>> =>
  v.fallback(
    v.union([
      v.object({ ok: v.literal(true), value }),
      v.object({ ok: v.literal(false), error: name }),
    ]),
    { ok: false, error: 'not in the file' },
  );

const limits: v.GenericSchema<unknown, DeviceLimits> = v.object({
  maxWorkGroupSize: property(whole(1)),
  maxWorkItemSizes: property(v.pipe(v.array(whole(1)), v.maxLength(16))),
  maxComputeUnits: property(figure),
  maxClock: property(hertz),
  globalMemory: property(bytes),
  maxAllocation: property(bytes),
  globalCache: property(bytes),
  globalCacheLine: property(bytes),
  localMemory: property(bytes),
  localMemoryType: property(v.picklist(['local', 'global', 'none'])),
  constantBuffer: property(bytes),
  timerResolution: property(nanoseconds),
  preferredMultiple: property(whole(1)),
  vectorWidthFloat: property(figure),
  addressBits: property(figure),
  doublePrecision: property(v.boolean()),
});

const pair = v.strictTuple([whole(0), whole(0)]);
/** Queries of a later version that cannot be used are as good as not made. */
const hardware: v.GenericSchema<unknown, HardwareQueries | undefined> = v.fallback(
  v.optional(
    v.object({
      nvidia: v.optional(
        v.object({
          computeCapability: property(pair),
          warpSize: property(whole(1)),
          registersPerGroup: property(figure),
        }),
      ),
      amd: v.optional(
        v.object({
          wavefrontWidth: property(whole(1)),
          simdsPerComputeUnit: property(whole(1)),
          localMemoryPerComputeUnit: property(bytes),
          gfxip: property(pair),
        }),
      ),
      intel: v.optional(
        v.object({
          ipVersion: property(figure),
          deviceId: property(figure),
          slices: property(whole(1)),
          subSlicesPerSlice: property(whole(1)),
          enginesPerSubSlice: property(whole(1)),
          threadsPerEngine: property(whole(1)),
        }),
      ),
      subGroups: v.optional(
        v.object({
          maxPerGroup: property(figure),
          sizes: v.nullable(property(v.pipe(v.array(whole(1)), v.maxLength(64)))),
        }),
      ),
    }),
  ),
  undefined,
);

export const deviceSchema: v.GenericSchema<unknown, DeviceInfo> = v.object(
  {
    key: name,
    index: v.pipe(whole(0), v.maxValue(100_000, 'is beyond 100000')),
    ordinal: whole(0),
    platform: v.object({ name, vendor: name, version: name }, 'is no platform'),
    name,
    vendor: name,
    driver: name,
    version: name,
    versionNumber: v.strictTuple([whole(0), whole(0)], 'is no pair of numbers'),
    openclC: name,
    types: v.pipe(
      v.array(v.picklist(['cpu', 'gpu', 'accelerator', 'custom', 'default'], 'is no device type')),
      v.maxLength(5, 'is too long'),
    ),
    limits,
    extensions: v.pipe(v.array(name, 'is no list'), v.maxLength(1000, 'is too long')),
    uuid: v.nullable(name),
    pci: v.nullable(name),
    resource: name,
    hardware,
    sameHardwareAs: v.pipe(v.array(name, 'is no list'), v.maxLength(1000, 'is too long')),
  },
  'is no device',
);

const parameter: v.GenericSchema<unknown, KernelParameter> = v.object({
  name,
  type: name,
  addressSpace: v.picklist(['global', 'constant', 'local', 'private'], 'is no address space'),
  isPointer: v.boolean('is not true or false'),
  isConst: v.boolean('is not true or false'),
});

const kernelHardware: v.GenericSchema<unknown, KernelHardware | undefined> = v.fallback(
  v.optional(
    v.object({
      source: v.picklist(['nvidia-log', 'amd-metadata']),
      target: v.nullable(name),
      wavefrontWidth: v.nullable(whole(1)),
      registers: v.nullable(whole(0)),
      scalarRegisters: v.nullable(whole(0)),
      localMemory: v.nullable(bytes),
      barriers: v.nullable(whole(0)),
      spilled: v.nullable(bytes),
      workGroupProcessorMode: v.nullable(v.boolean()),
    }),
  ),
  undefined,
);

export const kernelSchema: v.GenericSchema<unknown, KernelInfo> = v.object(
  {
    name,
    parameters: v.nullable(v.pipe(v.array(parameter, 'is no list'), v.maxLength(1000))),
    workGroupSize: v.nullable(figure),
    requiredLocal: v.nullable(v.pipe(v.array(figure, 'is no list'), v.maxLength(3))),
    preferredMultiple: v.nullable(figure),
    localMemory: v.nullable(bytes),
    privateMemory: v.nullable(bytes),
    subGroupSize: v.optional(v.nullable(figure)),
    hardware: kernelHardware,
  },
  'is no kernel',
);
