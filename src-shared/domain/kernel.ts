/**
 * What is known of a kernel: from its source text alone (signature) and, per device, from the build.
 */
import type { Bytes, Nanoseconds } from './units';

export type AddressSpace = 'global' | 'constant' | 'local' | 'private';

/** One parameter, as written: from clGetKernelArgInfo or from the signature parser. */
export interface KernelParameter {
  readonly name: string;
  /** The type without qualifiers and `*`: `float`, `uint`, `float4`, `struct particle`, `image2d_t`. */
  readonly type: string;
  readonly addressSpace: AddressSpace;
  readonly isPointer: boolean;
  /** `const`-qualified pointee or `__constant`: the kernel cannot write it. */
  readonly isConst: boolean;
}

export interface KernelSignature {
  readonly name: string;
  readonly parameters: readonly KernelParameter[];
  /** reqd_work_group_size from the source, null when not given or not a literal. */
  readonly requiredLocal: readonly number[] | null;
  /** Highest dimension that get_global_id/local_id/group_id is called with, plus one; null: none or not literal. */
  readonly dimensions: 1 | 2 | 3 | null;
}

export type Severity = 'error' | 'warning' | 'note';

/** One message of a compiler. Line and column count from 1; null where the compiler gave none. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly line: number | null;
  /** In UTF-16 units of the source line (compilers count bytes; converted at the edge). */
  readonly column: number | null;
  readonly message: string;
}

/**
 * What the compiler left of a kernel's needs, in its log or in the program binary; null where it left no
 * such figure.
 */
export interface KernelHardware {
  readonly source: 'nvidia-log' | 'amd-metadata';
  /** Instruction set that was compiled for: `sm_90a`, `amdgcn-amd-amdhsa--gfx90a`. */
  readonly target: string | null;
  readonly wavefrontWidth: number | null;
  /** 32-bit registers per work-item. */
  readonly registers: number | null;
  /** Scalar registers per wavefront, without those that the driver adds. */
  readonly scalarRegisters: number | null;
  /** Static local memory per group. */
  readonly localMemory: Bytes | null;
  /** Hardware barriers of a group. */
  readonly barriers: number | null;
  /** Bytes per work-item that did not fit the registers. */
  readonly spilled: Bytes | null;
  /** AMD RDNA: compiled to spread a group over both CUs of a work-group processor. */
  readonly workGroupProcessorMode: boolean | null;
}

/** What the driver says of a built kernel: claims, several of them known to be wrong on some drivers. */
export interface KernelInfo {
  readonly name: string;
  /** From clGetKernelArgInfo; null when the driver has none (the signature parser serves then). */
  readonly parameters: readonly KernelParameter[] | null;
  /** CL_KERNEL_WORK_GROUP_SIZE: advice (NVIDIA says 256 and runs 1024; rusticl says 32 for all). */
  readonly workGroupSize: number | null;
  /** CL_KERNEL_COMPILE_WORK_GROUP_SIZE when it is not 0,0,0. */
  readonly requiredLocal: readonly number[] | null;
  readonly preferredMultiple: number | null;
  readonly localMemory: Bytes | null;
  readonly privateMemory: Bytes | null;
  /** Work-items of a sub-group of this kernel; absent or null where the driver has no such query. */
  readonly subGroupSize?: number | null | undefined;
  /** Absent where the build left nothing that could be read. */
  readonly hardware?: KernelHardware | undefined;
}

export interface BuildReport {
  readonly ok: boolean;
  /** Wall time of clCreateProgramWithSource … clBuildProgram. */
  readonly buildTime: Nanoseconds;
  readonly log: string;
  readonly diagnostics: readonly Diagnostic[];
  /** All kernels of the program, in source order; empty when the build failed. */
  readonly kernels: readonly KernelInfo[];
  /** CL error name when the build failed. */
  readonly status: string | null;
}
