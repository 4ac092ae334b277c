/**
 * Builds a program and describes its kernels. A build that the compiler refuses is an answer (a report
 * with `ok` false), not a failure. Kernels are created once here and used for all launches: some
 * drivers compile for minutes inside clCreateKernel.
 */
import type {
  AddressSpace,
  BuildReport,
  KernelHardware,
  KernelInfo,
  KernelParameter,
} from '@shared/domain/kernel';
import { bytes, nanoseconds } from '@shared/domain/units';
import type { Handle, OpenCl } from './binding';
import {
  argAddress,
  argTypeConst,
  kernelArgInfo,
  kernelInfo,
  kernelWorkGroupInfo,
  programBuildInfo,
  programInfo,
} from './constants';
import { parseDiagnostics } from './diagnostics';
import { readKernelHardware, readSubGroupSize } from './kernel-hardware';
import type { InfoCall } from './query';
import { readBits, readNumber, readSizes, readText, valueOr } from './query';
import { ClCallFailure, check, statusName } from './status';

export interface BuiltProgram {
  readonly handle: Handle;
  readonly kernels: ReadonlyMap<string, Handle>;
  readonly infos: ReadonlyMap<string, KernelInfo>;
}

export interface BuildTarget {
  readonly cl: OpenCl;
  readonly context: Handle;
  readonly device: Handle;
}

const encoder = new TextEncoder();

/** UTF-8 with a NUL at its end. */
export const cString = (text: string): Uint8Array<ArrayBuffer> => {
  const encoded = encoder.encode(text);
  const terminated = new Uint8Array(encoded.length + 1);
  terminated.set(encoded);
  return terminated;
};

/** A handle that a create call returned, or the failure that its status names. */
export const created = (
  call: string,
  handle: Handle | null,
  status: Int32Array<ArrayBuffer>,
): Handle => {
  check(call, status[0] ?? 0);
  // A driver that reports success without an object would crash the next call.
  if (handle === null || handle === 0n) throw new ClCallFailure(call, -5);
  return handle;
};

const addressSpaces: ReadonlyMap<number, AddressSpace> = new Map<number, AddressSpace>([
  [argAddress.GLOBAL, 'global'],
  [argAddress.LOCAL, 'local'],
  [argAddress.CONSTANT, 'constant'],
  [argAddress.PRIVATE, 'private'],
]);

const readParameter = (call: InfoCall): KernelParameter | null => {
  const name = readText(call, kernelArgInfo.NAME);
  const type = readText(call, kernelArgInfo.TYPE_NAME);
  const address = readNumber(call, kernelArgInfo.ADDRESS_QUALIFIER);
  if (!name.ok || !type.ok || !address.ok) return null;
  const addressSpace = addressSpaces.get(address.value) ?? 'private';
  const qualifiers = valueOr(readBits(call, kernelArgInfo.TYPE_QUALIFIER), 0n);
  return {
    name: name.value,
    type: type.value
      .replace(/\*/g, '')
      .replace(/\b(const|restrict|volatile)\b/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
    addressSpace,
    isPointer: type.value.includes('*'),
    isConst: (qualifiers & argTypeConst) !== 0n || addressSpace === 'constant',
  };
};

const readParameters = (cl: OpenCl, kernel: Handle): readonly KernelParameter[] | null => {
  const count = readNumber((...rest) => cl.clGetKernelInfo(kernel, ...rest), kernelInfo.NUM_ARGS);
  if (!count.ok) return null;
  const parameters = Array.from({ length: count.value }, (_, index) =>
    readParameter((...rest) => cl.clGetKernelArgInfo(kernel, index, ...rest)),
  );
  const known = parameters.filter((parameter) => parameter !== null);
  return known.length === parameters.length ? known : null;
};

const describeKernel = (
  target: BuildTarget,
  name: string,
  kernel: Handle | null,
  hardware: KernelHardware | undefined,
): KernelInfo => {
  if (kernel === null) {
    return {
      name,
      parameters: null,
      workGroupSize: null,
      requiredLocal: null,
      preferredMultiple: null,
      localMemory: null,
      privateMemory: null,
    };
  }
  const { cl, device } = target;
  const call: InfoCall = (...rest) => cl.clGetKernelWorkGroupInfo(kernel, device, ...rest);
  const number = (property: number): number | null => {
    const reading = readNumber(call, property);
    return reading.ok ? reading.value : null;
  };
  const required = valueOr(readSizes(call, kernelWorkGroupInfo.COMPILE_WORK_GROUP_SIZE), []);
  const localMemory = number(kernelWorkGroupInfo.LOCAL_MEM_SIZE);
  const privateMemory = number(kernelWorkGroupInfo.PRIVATE_MEM_SIZE);
  const workGroupSize = number(kernelWorkGroupInfo.WORK_GROUP_SIZE);
  return {
    name,
    parameters: readParameters(cl, kernel),
    workGroupSize,
    requiredLocal: required.some((size) => size !== 0) ? required : null,
    preferredMultiple: number(kernelWorkGroupInfo.PREFERRED_WORK_GROUP_SIZE_MULTIPLE),
    localMemory: localMemory === null ? null : bytes(localMemory),
    privateMemory: privateMemory === null ? null : bytes(privateMemory),
    subGroupSize: readSubGroupSize(cl, device, kernel, Math.min(workGroupSize ?? 64, 256)),
    ...(hardware === undefined ? {} : { hardware }),
  };
};

/** Names in the order in which the source defines them; drivers mostly do that, but need not. */
export const orderKernelNames = (names: readonly string[], source: string): readonly string[] => {
  const position = (name: string): number => {
    const found = source.search(
      new RegExp(`\\bkernel\\b[^;{}]*\\b${name.replace(/\W/g, '\\$&')}\\s*\\(`),
    );
    // `__kernel` has no word boundary before `kernel`.
    const underscored = source.search(
      new RegExp(`\\b__kernel\\b[^;{}]*\\b${name.replace(/\W/g, '\\$&')}\\s*\\(`),
    );
    const places = [found, underscored].filter((place) => place >= 0);
    return places.length === 0 ? Number.MAX_SAFE_INTEGER : Math.min(...places);
  };
  const places = new Map(names.map((name) => [name, position(name)]));
  return [...names].sort((left, right) => (places.get(left) ?? 0) - (places.get(right) ?? 0));
};

const createKernel = (cl: OpenCl, program: Handle, name: string): Handle | null => {
  const status = new Int32Array(1);
  const kernel = cl.clCreateKernel(program, cString(name), status);
  return status[0] === 0 && kernel !== null && kernel !== 0n ? kernel : null;
};

/** Argument names are only kept by some compilers when they are asked to. */
const withArgumentInfo = (options: string): string =>
  options.includes('-cl-kernel-arg-info') ? options : `${options} -cl-kernel-arg-info`.trim();

const collectKernels = (
  target: BuildTarget,
  program: Handle,
  source: string,
  onCreate: (kernel: string) => void,
): BuiltProgram => {
  const { cl } = target;
  const listed = valueOr(
    readText((...rest) => cl.clGetProgramInfo(program, ...rest), programInfo.KERNEL_NAMES),
    '',
  );
  const names = orderKernelNames(
    listed.split(';').filter((name) => name !== ''),
    source,
  );
  const kernels = new Map<string, Handle>();
  const infos = new Map<string, KernelInfo>();
  const hardware = readKernelHardware(cl, target.device, program);
  for (const name of names) {
    onCreate(name);
    const kernel = createKernel(cl, program, name);
    if (kernel !== null) kernels.set(name, kernel);
    infos.set(name, describeKernel(target, name, kernel, hardware.get(name)));
  }
  return { handle: program, kernels, infos };
};

/** Releases kernels and program. Never throws; a failing release is the driver's matter. */
export const releaseProgram = (cl: OpenCl, program: BuiltProgram): void => {
  for (const kernel of program.kernels.values()) cl.clReleaseKernel(kernel);
  cl.clReleaseProgram(program.handle);
};

/**
 * Compiles `source` for the target's device. `onCreate` is told before each kernel is created. The
 * program is null when the build failed. Throws ClCallFailure only when no program object can be made.
 */
export const buildProgram = (
  target: BuildTarget,
  source: string,
  options: string,
  onCreate: (kernel: string) => void,
): { readonly report: BuildReport; readonly program: BuiltProgram | null } => {
  const { cl, context, device } = target;
  const begun = process.hrtime.bigint();
  const status = new Int32Array(1);
  const handle = created(
    'clCreateProgramWithSource',
    cl.clCreateProgramWithSource(context, 1, [source], null, status),
    status,
  );
  const built = cl.clBuildProgram(
    handle,
    1,
    new BigUint64Array([device]),
    cString(withArgumentInfo(options)),
    null,
    null,
  );
  const buildTime = nanoseconds(Number(process.hrtime.bigint() - begun));
  const log = valueOr(
    readText((...rest) => cl.clGetProgramBuildInfo(handle, device, ...rest), programBuildInfo.LOG),
    '',
  );
  const error = built === 0 ? null : statusName(built);
  const diagnostics = parseDiagnostics(log, source, error);
  if (error !== null) {
    cl.clReleaseProgram(handle);
    return {
      report: { ok: false, buildTime, log, diagnostics, kernels: [], status: error },
      program: null,
    };
  }
  const program = collectKernels(target, handle, source, onCreate);
  return {
    report: {
      ok: true,
      buildTime,
      log,
      diagnostics,
      kernels: [...program.infos.values()],
      status: null,
    },
    program,
  };
};
