/**
 * Which sizes of a spec can be launched on a device. Decides in two stages, because part of it is known
 * before the build (the device's limits) and part after it (the kernel's); refuses nothing silently: a
 * rejected size stays in the plan with its reason, a sentence and the numbers of that sentence.
 *
 * The device's limits are checked here although drivers have them too: some run or abort beyond them.
 * The kernel's limit is the driver's advice, which is known to be wrong on some; by default such sizes
 * are tried. A limit that the driver would not tell rejects nothing.
 */
import { localArgumentBytes } from './arguments';
import { placeholdersIn } from './build-options';
import { propertyValue, type DeviceInfo } from './device';
import type { KernelInfo } from './kernel';
import type { OutcomeDetail, SkipReason } from './outcome';
import type { Configuration, DevicePlan } from './plan-types';
import { followsLocal, scalarFollowsLocal } from './scope';
import { groupItems, localKey, localLabel, threeDimensions, type LocalSize } from './sizes';
import type { SweepSpec } from './sweep';

type Rejection = NonNullable<Configuration['rejected']>;

/** Every detail names size and device, beside the numbers of its own sentence. */
function reject(
  reason: SkipReason,
  local: LocalSize,
  device: DeviceInfo,
  message: string,
  detail: OutcomeDetail,
): Rejection {
  return {
    kind: 'skipped',
    reason,
    message,
    detail: { size: localLabel(local), device: device.name, ...detail },
  };
}

/** Why NULL cannot be measured: something needs the size before the driver chooses it; null: it can. */
function rejectNull(spec: SweepSpec, device: DeviceInfo): Rejection | null {
  const scalar = spec.args.find(
    (arg) => arg.kind === 'scalar' && scalarFollowsLocal(spec.args, arg),
  );
  const built = placeholdersIn(spec.buildOptions).some((text) => followsLocal(spec.args, text));
  const who = built
    ? `the build options "${spec.buildOptions}" need`
    : scalar
      ? `the argument "${scalar.name}" needs`
      : null;
  if (who === null) return null;
  return reject(
    'required-size-mismatch',
    null,
    device,
    `NULL was not launched on ${device.name}: ${who} the local size, which the driver chooses only at the launch. Leave NULL out, or let the kernel ask get_local_size.`,
    {},
  );
}

/** The device's own limits on a local size; null: within them. */
function rejectByDevice(
  local: readonly number[],
  spec: SweepSpec,
  device: DeviceInfo,
): Rejection | null {
  const label = localLabel(local);
  if (local.length !== spec.global.length) {
    return reject(
      'exceeds-dimension-limit',
      local,
      device,
      `Local size ${label} was not launched on ${device.name}: it has ${local.length} dimensions and the global size ${spec.global.join('×')} has ${spec.global.length}. Give both the same.`,
      { dimensions: local.length, limit: spec.global.length },
    );
  }
  const items = groupItems(local) ?? 0;
  const limit = propertyValue(device.limits.maxWorkGroupSize);
  if (limit !== undefined && items > limit) {
    return reject(
      'exceeds-device-limit',
      local,
      device,
      `Local size ${label} has ${items} work-items, but ${device.name} allows ${limit} per work-group. Choose a smaller size.`,
      { items, limit },
    );
  }
  const itemSizes = propertyValue(device.limits.maxWorkItemSizes) ?? [];
  const dimension = local.findIndex((extent, at) => extent > (itemSizes[at] ?? Infinity));
  const extent = local[dimension];
  const extentLimit = itemSizes[dimension];
  if (extent === undefined || extentLimit === undefined) return null;
  const axis = ['x', 'y', 'z'][dimension] ?? String(dimension);
  return reject(
    'exceeds-dimension-limit',
    local,
    device,
    `Local size ${label} has ${extent} work-items in ${axis}, but ${device.name} allows ${extentLimit} there. Choose a shape that is shorter in ${axis}.`,
    { items: extent, limit: extentLimit, axis },
  );
}

/** Policy `skip`: a local size must divide the global size in every dimension; null: it does. */
function rejectIndivisible(
  local: readonly number[],
  spec: SweepSpec,
  device: DeviceInfo,
): Rejection | null {
  const at = spec.global.findIndex((extent, dimension) => extent % (local[dimension] ?? 1) !== 0);
  const extent = spec.global[at];
  const divisor = local[at];
  if (extent === undefined || divisor === undefined) return null;
  return reject(
    'indivisible',
    local,
    device,
    `Local size ${localLabel(local)} was not launched on ${device.name}: ${divisor} does not divide the global size ${extent}. Use the policy "pad", or another global size.`,
    { divisor, global: extent },
  );
}

function planConfiguration(spec: SweepSpec, local: LocalSize, device: DeviceInfo): Configuration {
  const asked = spec.global;
  const id = localKey(local);
  if (local === null) {
    return { id, local, asked, launched: asked, rejected: rejectNull(spec, device) };
  }
  const pad = spec.indivisible === 'pad' && local.length === asked.length;
  const launched = pad
    ? asked.map((extent, at) => Math.ceil(extent / (local[at] ?? 1)) * (local[at] ?? 1))
    : asked;
  const rejected =
    rejectByDevice(local, spec, device) ?? (pad ? null : rejectIndivisible(local, spec, device));
  return { id, local, asked, launched, rejected };
}

/**
 * Stage 1, before the build: one configuration per local size of the spec, in its order, each size once.
 * NULL is rejected only when the build options or a scalar need the local size.
 */
export function planSweep(spec: SweepSpec, device: DeviceInfo): DevicePlan {
  const sizes = new Map(spec.local.map((local) => [localKey(local), local]));
  return {
    deviceKey: device.key,
    configurations: [...sizes.values()].map((local) => planConfiguration(spec, local, device)),
  };
}

function rejectByRequiredSize(
  local: readonly number[],
  kernel: KernelInfo,
  device: DeviceInfo,
): Rejection | null {
  const required = kernel.requiredLocal;
  if (required === null) return null;
  const wanted = threeDimensions(required);
  if (threeDimensions(local).every((extent, at) => extent === wanted[at])) return null;
  const label = localLabel(wanted.slice(0, Math.max(local.length, 1)));
  const shown = wanted.slice(local.length).some((extent) => extent > 1)
    ? localLabel(wanted)
    : label;
  return reject(
    'required-size-mismatch',
    local,
    device,
    `Local size ${localLabel(local)} was not launched on ${device.name}: the kernel "${kernel.name}" requires ${shown} (reqd_work_group_size). Sweep that size, or take the attribute out.`,
    { required: shown, kernel: kernel.name },
  );
}

/** OpenCL refuses NULL for such a kernel; drivers that take it launch another size, and the results are wrong. */
function rejectNullByRequiredSize(kernel: KernelInfo, device: DeviceInfo): Rejection | null {
  if (kernel.requiredLocal === null) return null;
  const last = kernel.requiredLocal.findLastIndex((extent) => extent > 1);
  const required = localLabel(kernel.requiredLocal.slice(0, Math.max(last, 0) + 1));
  return reject(
    'required-size-mismatch',
    null,
    device,
    `Local size NULL was not launched on ${device.name}: the kernel "${kernel.name}" requires ${required} (reqd_work_group_size), which leaves the driver nothing to choose. Sweep that size, or take the attribute out.`,
    { required, kernel: kernel.name },
  );
}

function rejectByKernelLimit(
  local: readonly number[],
  spec: SweepSpec,
  kernel: KernelInfo,
  device: DeviceInfo,
): Rejection | null {
  const items = groupItems(local) ?? 0;
  const limit = kernel.workGroupSize;
  if (spec.kernelLimit === 'try' || limit === null || limit <= 0 || items <= limit) return null;
  return reject(
    'exceeds-kernel-limit',
    local,
    device,
    `Local size ${localLabel(local)} has ${items} work-items, but ${device.name} reports a limit of ${limit} for the kernel "${kernel.name}". Choose a smaller size, or the policy "try" to see whether it runs all the same.`,
    { items, limit, kernel: kernel.name },
  );
}

/**
 * Bytes by which a driver's CL_KERNEL_LOCAL_MEM_SIZE may exceed the limit before it is believed: an H200
 * says 1 for a kernel without local memory and 49 156 for an array of 49 152, its whole limit, which runs.
 */
export const localMemoryClaimSlack = 8;

function rejectByLocalMemory(
  configuration: Configuration,
  spec: SweepSpec,
  kernel: KernelInfo,
  device: DeviceInfo,
): Rejection | null {
  const available = propertyValue(device.limits.localMemory);
  const dynamic = localArgumentBytes(spec, configuration, device);
  // A count without a value is reported when the arguments are resolved, not as a limit.
  if (available === undefined || !dynamic.ok) return null;
  const fixed = kernel.localMemory ?? 0;
  const needed = fixed + dynamic.value;
  if (dynamic.value <= available && needed <= available + localMemoryClaimSlack) return null;
  const { local } = configuration;
  const most = local === null ? 'up to ' : '';
  return reject(
    'exceeds-local-memory',
    local,
    device,
    `Local size ${localLabel(local)} needs ${most}${needed} bytes of local memory (${fixed} in the kernel, ${most}${dynamic.value} in its arguments), but ${device.name} has ${available}. Choose a smaller size or smaller local arrays.`,
    { needed, static: fixed, dynamic: dynamic.value, limit: available },
  );
}

/**
 * Stage 2, after the build: required size, the kernel's limit by the spec's policy, and local memory
 * (static, as the driver reports it before any argument is set, plus `__local` arguments). Sizes that
 * are rejected already stay as they are. NULL is rejected only when the largest choice that the driver
 * could make exceeds the local memory: nothing checks it at the launch, and some drivers abort.
 */
export function applyKernelLimits(
  plan: DevicePlan,
  spec: SweepSpec,
  kernel: KernelInfo,
  device: DeviceInfo,
): DevicePlan {
  const apply = (configuration: Configuration): Configuration => {
    const { local, rejected } = configuration;
    if (rejected !== null) return configuration;
    const bySize =
      local === null
        ? rejectNullByRequiredSize(kernel, device)
        : (rejectByRequiredSize(local, kernel, device) ??
          rejectByKernelLimit(local, spec, kernel, device));
    return {
      ...configuration,
      rejected: bySize ?? rejectByLocalMemory(configuration, spec, kernel, device),
    };
  };
  return { ...plan, configurations: plan.configurations.map(apply) };
}
