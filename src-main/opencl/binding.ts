/**
 * The one file that names the foreign-function library. Declares OpenCL's C functions under their C
 * names, and the two calls of the operating system that tie a worker's life to its parent's.
 *
 * Only functions of OpenCL 1.2 and earlier are declared: some drivers of 1.2 devices spin for ever
 * in calls of later versions. What a later version or an extension adds is looked up by address where
 * the device names the extension. Every call is synchronous: the caller blocks until the driver returns.
 */
import koffi from 'koffi';
import type { Result } from '@shared/domain/result';
import { err, ok } from '@shared/domain/result';
import { programInfo } from './constants';

/** cl_platform_id, cl_device_id, cl_mem …: an address, never looked into. */
export type Handle = bigint;

/** Memory that a call reads or fills; null is NULL. The caller keeps it alive until the call returns. */
export type Memory =
  | Uint8Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | BigUint64Array<ArrayBuffer>
  | null;

type Status = number;
type Query = (
  object: Handle,
  name: number,
  size: number,
  value: Memory,
  sizeReturned: Memory,
) => Status;
type DeviceQuery = (
  object: Handle,
  device: Handle,
  name: number,
  size: number,
  value: Memory,
  sizeReturned: Memory,
) => Status;

export interface OpenCl {
  clGetPlatformIDs(entries: number, platforms: Memory, count: Memory): Status;
  clGetPlatformInfo: Query;
  clGetDeviceIDs(
    platform: Handle,
    type: bigint,
    entries: number,
    devices: Memory,
    count: Memory,
  ): Status;
  clGetDeviceInfo: Query;
  clCreateContext(
    properties: Memory,
    count: number,
    devices: Memory,
    notify: null,
    userData: null,
    status: Memory,
  ): Handle | null;
  clReleaseContext(context: Handle): Status;
  clCreateCommandQueue(
    context: Handle,
    device: Handle,
    properties: bigint,
    status: Memory,
  ): Handle | null;
  clReleaseCommandQueue(queue: Handle): Status;
  clCreateProgramWithSource(
    context: Handle,
    count: number,
    strings: readonly string[],
    lengths: Memory,
    status: Memory,
  ): Handle | null;
  clBuildProgram(
    program: Handle,
    count: number,
    devices: Memory,
    options: Memory,
    notify: null,
    userData: null,
  ): Status;
  clGetProgramInfo: Query;
  clGetProgramBuildInfo: DeviceQuery;
  clReleaseProgram(program: Handle): Status;
  clCreateKernel(program: Handle, name: Memory, status: Memory): Handle | null;
  clGetKernelInfo: Query;
  clGetKernelArgInfo(
    kernel: Handle,
    index: number,
    name: number,
    size: number,
    value: Memory,
    sizeReturned: Memory,
  ): Status;
  clGetKernelWorkGroupInfo: DeviceQuery;
  clSetKernelArg(kernel: Handle, index: number, size: number, value: Memory): Status;
  clReleaseKernel(kernel: Handle): Status;
  clCreateBuffer(
    context: Handle,
    flags: bigint,
    size: number,
    host: Memory,
    status: Memory,
  ): Handle | null;
  /** OpenCL 1.1. `region`: origin and size. */
  clCreateSubBuffer(
    buffer: Handle,
    flags: bigint,
    kind: number,
    region: Memory,
    status: Memory,
  ): Handle | null;
  clReleaseMemObject(buffer: Handle): Status;
  clEnqueueWriteBuffer(
    queue: Handle,
    buffer: Handle,
    blocking: number,
    offset: number,
    size: number,
    source: Memory,
    waitCount: number,
    waits: Memory,
    event: Memory,
  ): Status;
  clEnqueueReadBuffer(
    queue: Handle,
    buffer: Handle,
    blocking: number,
    offset: number,
    size: number,
    target: Memory,
    waitCount: number,
    waits: Memory,
    event: Memory,
  ): Status;
  clEnqueueCopyBuffer(
    queue: Handle,
    source: Handle,
    target: Handle,
    sourceOffset: number,
    targetOffset: number,
    size: number,
    waitCount: number,
    waits: Memory,
    event: Memory,
  ): Status;
  clEnqueueNDRangeKernel(
    queue: Handle,
    kernel: Handle,
    dimensions: number,
    offset: Memory,
    global: Memory,
    local: Memory,
    waitCount: number,
    waits: Memory,
    event: Memory,
  ): Status;
  clWaitForEvents(count: number, events: Memory): Status;
  clFlush(queue: Handle): Status;
  clFinish(queue: Handle): Status;
  clGetEventInfo: Query;
  clGetEventProfilingInfo: Query;
  clReleaseEvent(event: Handle): Status;
  /** clGetProgramInfo(CL_PROGRAM_BINARIES) of a program with one device; `binary` has the size of its binary. */
  readProgramBinary(program: Handle, binary: Uint8Array<ArrayBuffer>): Status;
  /** clGetKernelSubGroupInfo, OpenCL 2.1: only for devices of that version, whose drivers have sub-groups. */
  readKernelSubGroupInfo(
    kernel: Handle,
    device: Handle,
    name: number,
    input: BigUint64Array<ArrayBuffer>,
    value: BigUint64Array<ArrayBuffer>,
  ): Status;
  /** clGetKernelSuggestedLocalWorkSizeKHR of the platform; null when the platform has none. */
  suggestedLocalSize(
    platform: Handle,
  ):
    | ((
        queue: Handle,
        kernel: Handle,
        dimensions: number,
        offset: Memory,
        global: Memory,
        local: Memory,
      ) => Status)
    | null;
}

type Type = 'p' | 'strings' | 'u32' | 'u64' | 'size';
const cTypes: Record<Type, string> = {
  p: 'void *',
  strings: 'const char **',
  u32: 'uint32_t',
  u64: 'uint64_t',
  size: 'size_t',
};
const parse = (types: string): string[] => types.split(' ').map((type) => cTypes[type as Type]);

/** Result type and parameters of each function that returns a status (`i32`) or a handle (`p`). */
const signatures: Readonly<
  Record<
    Exclude<keyof OpenCl, 'suggestedLocalSize' | 'readProgramBinary' | 'readKernelSubGroupInfo'>,
    readonly ['i32' | 'p', string]
  >
> = {
  clGetPlatformIDs: ['i32', 'u32 p p'],
  clGetPlatformInfo: ['i32', 'p u32 size p p'],
  clGetDeviceIDs: ['i32', 'p u64 u32 p p'],
  clGetDeviceInfo: ['i32', 'p u32 size p p'],
  clCreateContext: ['p', 'p u32 p p p p'],
  clReleaseContext: ['i32', 'p'],
  clCreateCommandQueue: ['p', 'p p u64 p'],
  clReleaseCommandQueue: ['i32', 'p'],
  clCreateProgramWithSource: ['p', 'p u32 strings p p'],
  clBuildProgram: ['i32', 'p u32 p p p p'],
  clGetProgramInfo: ['i32', 'p u32 size p p'],
  clGetProgramBuildInfo: ['i32', 'p p u32 size p p'],
  clReleaseProgram: ['i32', 'p'],
  clCreateKernel: ['p', 'p p p'],
  clGetKernelInfo: ['i32', 'p u32 size p p'],
  clGetKernelArgInfo: ['i32', 'p u32 u32 size p p'],
  clGetKernelWorkGroupInfo: ['i32', 'p p u32 size p p'],
  clSetKernelArg: ['i32', 'p u32 size p'],
  clReleaseKernel: ['i32', 'p'],
  clCreateBuffer: ['p', 'p u64 size p p'],
  clCreateSubBuffer: ['p', 'p u64 u32 p p'],
  clReleaseMemObject: ['i32', 'p'],
  clEnqueueWriteBuffer: ['i32', 'p p u32 size size p u32 p p'],
  clEnqueueReadBuffer: ['i32', 'p p u32 size size p u32 p p'],
  clEnqueueCopyBuffer: ['i32', 'p p p size size size u32 p p'],
  clEnqueueNDRangeKernel: ['i32', 'p p u32 p p p u32 p p'],
  clWaitForEvents: ['i32', 'u32 p'],
  clFlush: ['i32', 'p'],
  clFinish: ['i32', 'p'],
  clGetEventInfo: ['i32', 'p u32 size p p'],
  clGetEventProfilingInfo: ['i32', 'p u32 size p p'],
  clReleaseEvent: ['i32', 'p'],
};

/** Library names that the system's loader may have, in the order in which they are tried. */
export const loaderNames = (system: NodeJS.Platform): readonly string[] => {
  if (system === 'win32') return ['OpenCL.dll'];
  if (system === 'darwin') return ['/System/Library/Frameworks/OpenCL.framework/OpenCL'];
  return ['libOpenCL.so.1', 'libOpenCL.so'];
};

export interface LoaderAttempt {
  readonly name: string;
  /** The dynamic linker's words when it did not load; null when it did. */
  readonly error: string | null;
}

export interface LoadedOpenCl {
  readonly cl: OpenCl;
  readonly loader: string;
}

const suggestedPrototype = (): ReturnType<typeof koffi.proto> =>
  koffi.proto('int32_t', parse('p p u32 p p p'));

const bind = (library: ReturnType<typeof koffi.load>): OpenCl => {
  const functions: Record<string, unknown> = {};
  for (const [name, [result, parameters]] of Object.entries(signatures)) {
    functions[name] = library.func(name, result === 'p' ? 'void *' : 'int32_t', parse(parameters));
  }
  const programBinaries = library.func('clGetProgramInfo', 'int32_t', [
    ...parse('p u32 size'),
    'void **',
    'void *',
  ]);
  functions['readProgramBinary'] = (program: Handle, binary: Uint8Array<ArrayBuffer>): unknown =>
    programBinaries(program, programInfo.BINARIES, 8, [binary], null);
  functions['readKernelSubGroupInfo'] = (
    kernel: Handle,
    device: Handle,
    name: number,
    input: BigUint64Array<ArrayBuffer>,
    value: BigUint64Array<ArrayBuffer>,
  ): unknown =>
    // Looked up lazily: a loader of OpenCL 1.2 has no such function.
    library.func('clGetKernelSubGroupInfo', 'int32_t', parse('p p u32 size p size p p'))(
      kernel,
      device,
      name,
      input.byteLength,
      input,
      value.byteLength,
      value,
      null,
    );
  functions['suggestedLocalSize'] = (platform: Handle) => {
    // Looked up lazily: a loader of OpenCL 1.1 has no such function.
    const lookUp = library.func('clGetExtensionFunctionAddressForPlatform', 'void *', [
      'void *',
      'str',
    ]);
    const address = lookUp(platform, 'clGetKernelSuggestedLocalWorkSizeKHR') as Handle | null;
    if (address === null || address === 0n) return null;
    const prototype = suggestedPrototype();
    return (...parameters: readonly unknown[]): unknown =>
      koffi.call(address, prototype, ...parameters);
  };
  // The table above is what makes this true; the integration tests call every function.
  return functions as unknown as OpenCl;
};

let loaded: LoadedOpenCl | undefined;

const loadFirst = (names: readonly string[]): Result<LoadedOpenCl, readonly LoaderAttempt[]> => {
  const attempts: LoaderAttempt[] = [];
  for (const name of names) {
    try {
      return ok({ cl: bind(koffi.load(name)), loader: name });
    } catch (error) {
      attempts.push({ name, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return err(attempts);
};

/**
 * Loads the system's OpenCL loader, once per process unless other names are given. The error lists what
 * was tried and the dynamic linker's words for each.
 */
export const loadOpenCl = (
  names?: readonly string[],
): Result<LoadedOpenCl, readonly LoaderAttempt[]> => {
  if (names !== undefined) return loadFirst(names);
  if (loaded !== undefined) return ok(loaded);
  const result = loadFirst(loaderNames(process.platform));
  if (result.ok) loaded = result.value;
  return result;
};

/** Asks Linux to send this process SIGKILL when the thread that started it ends. False where there is no such call. */
export const killWithParent = (): boolean => {
  if (process.platform !== 'linux') return false;
  const setParentDeathSignal = 1;
  const sigkill = 9;
  try {
    const prctl = koffi
      .load(null)
      .func('prctl', 'int', ['int', 'ulong', 'ulong', 'ulong', 'ulong']);
    return prctl(setParentDeathSignal, sigkill, 0, 0, 0) === 0;
  } catch {
    return false;
  }
};
