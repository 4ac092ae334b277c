/**
 * The numbers of the OpenCL headers that this layer uses, under their C names without `CL_`.
 */

export const deviceTypes = {
  default: 1n << 0n,
  cpu: 1n << 1n,
  gpu: 1n << 2n,
  accelerator: 1n << 3n,
  custom: 1n << 4n,
} as const;

/** CL_DEVICE_TYPE_ALL. */
export const deviceTypeAll = 0xffffffffn;

export const platformInfo = {
  VERSION: 0x0901,
  NAME: 0x0902,
  VENDOR: 0x0903,
} as const;

export const deviceInfo = {
  TYPE: 0x1000,
  MAX_COMPUTE_UNITS: 0x1002,
  MAX_WORK_ITEM_DIMENSIONS: 0x1003,
  MAX_WORK_GROUP_SIZE: 0x1004,
  MAX_WORK_ITEM_SIZES: 0x1005,
  PREFERRED_VECTOR_WIDTH_FLOAT: 0x100a,
  MAX_CLOCK_FREQUENCY: 0x100c,
  ADDRESS_BITS: 0x100d,
  MAX_MEM_ALLOC_SIZE: 0x1010,
  GLOBAL_MEM_CACHELINE_SIZE: 0x101d,
  GLOBAL_MEM_CACHE_SIZE: 0x101e,
  GLOBAL_MEM_SIZE: 0x101f,
  MAX_CONSTANT_BUFFER_SIZE: 0x1020,
  LOCAL_MEM_TYPE: 0x1022,
  LOCAL_MEM_SIZE: 0x1023,
  PROFILING_TIMER_RESOLUTION: 0x1025,
  NAME: 0x102b,
  VENDOR: 0x102c,
  DRIVER_VERSION: 0x102d,
  VERSION: 0x102f,
  EXTENSIONS: 0x1030,
  DOUBLE_FP_CONFIG: 0x1032,
  OPENCL_C_VERSION: 0x103d,
  /** OpenCL 3.0. */
  PREFERRED_WORK_GROUP_SIZE_MULTIPLE: 0x1067,
  /** cl_khr_device_uuid. */
  UUID_KHR: 0x106a,
  /** cl_khr_pci_bus_info. */
  PCI_BUS_INFO_KHR: 0x410f,
  /** cl_nv_device_attribute_query. */
  PCI_BUS_ID_NV: 0x4008,
  PCI_SLOT_ID_NV: 0x4009,
  PCI_DOMAIN_ID_NV: 0x400a,
  COMPUTE_CAPABILITY_MAJOR_NV: 0x4000,
  COMPUTE_CAPABILITY_MINOR_NV: 0x4001,
  REGISTERS_PER_BLOCK_NV: 0x4002,
  WARP_SIZE_NV: 0x4003,
  /** cl_amd_device_attribute_query. */
  TOPOLOGY_AMD: 0x4037,
  SIMD_PER_COMPUTE_UNIT_AMD: 0x4040,
  WAVEFRONT_WIDTH_AMD: 0x4043,
  LOCAL_MEM_SIZE_PER_COMPUTE_UNIT_AMD: 0x4047,
  GFXIP_MAJOR_AMD: 0x404a,
  GFXIP_MINOR_AMD: 0x404b,
  /** cl_intel_device_attribute_query. */
  IP_VERSION_INTEL: 0x4250,
  ID_INTEL: 0x4251,
  NUM_SLICES_INTEL: 0x4252,
  NUM_SUB_SLICES_PER_SLICE_INTEL: 0x4253,
  NUM_EUS_PER_SUB_SLICE_INTEL: 0x4254,
  NUM_THREADS_PER_EU_INTEL: 0x4255,
  /** OpenCL 2.1. */
  MAX_NUM_SUB_GROUPS: 0x105c,
  /** cl_intel_required_subgroup_size. */
  SUB_GROUP_SIZES_INTEL: 0x4108,
} as const;

export const programInfo = {
  BINARY_SIZES: 0x1165,
  BINARIES: 0x1166,
  NUM_KERNELS: 0x1167,
  KERNEL_NAMES: 0x1168,
} as const;
export const programBuildInfo = { LOG: 0x1183 } as const;

export const kernelInfo = { NUM_ARGS: 0x1191 } as const;

export const kernelArgInfo = {
  ADDRESS_QUALIFIER: 0x1196,
  TYPE_NAME: 0x1198,
  TYPE_QUALIFIER: 0x1199,
  NAME: 0x119a,
} as const;

export const argAddress = {
  GLOBAL: 0x119b,
  LOCAL: 0x119c,
  CONSTANT: 0x119d,
  PRIVATE: 0x119e,
} as const;

/** Bit of CL_KERNEL_ARG_TYPE_QUALIFIER. */
export const argTypeConst = 1n;

export const kernelWorkGroupInfo = {
  WORK_GROUP_SIZE: 0x11b0,
  COMPILE_WORK_GROUP_SIZE: 0x11b1,
  LOCAL_MEM_SIZE: 0x11b2,
  PREFERRED_WORK_GROUP_SIZE_MULTIPLE: 0x11b3,
  PRIVATE_MEM_SIZE: 0x11b4,
} as const;

/** OpenCL 2.1. */
export const kernelSubGroupInfo = { MAX_SUB_GROUP_SIZE_FOR_NDRANGE: 0x2033 } as const;

export const eventInfo = { EXECUTION_STATUS: 0x11d3 } as const;

/** Execution status of an event; negative: the command failed with that error. */
export const executionStatus = { COMPLETE: 0, RUNNING: 1, SUBMITTED: 2, QUEUED: 3 } as const;

export const profilingInfo = {
  QUEUED: 0x1280,
  SUBMIT: 0x1281,
  START: 0x1282,
  END: 0x1283,
} as const;

export const queueProfilingEnable = 1n << 1n;

export const memReadWrite = 1n;
export const bufferRegion = 0x1220;
