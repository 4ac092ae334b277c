/**
 * The words of OpenCL C that the editor colours and offers: qualifiers and keywords, types, built-in
 * functions with one line of what they do, and constants. From the OpenCL C specification, chapter 6.
 */
const list = (text: string): readonly string[] => text.trim().split(/\s+/);

export const keywords = list(`
  __kernel kernel __global global __local local __constant constant __private private __read_only
  read_only __write_only write_only __read_write read_write __attribute__ const restrict volatile
  static inline extern register typedef struct union enum sizeof if else for while do switch case
  default break continue return goto
`);

const scalars = list('char uchar short ushort int uint long ulong half float double');
const widths = ['2', '3', '4', '8', '16'];

export const types: readonly string[] = [
  ...scalars,
  ...scalars.flatMap((type) => widths.map((width) => `${type}${width}`)),
  ...list(`
    void bool signed unsigned size_t ptrdiff_t intptr_t uintptr_t image1d_t image2d_t image3d_t
    image1d_array_t image2d_array_t image1d_buffer_t sampler_t event_t cl_mem_fence_flags
    atomic_int atomic_uint atomic_float
  `),
];

export const constants = list(`
  true false NULL CLK_LOCAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE CLK_NORMALIZED_COORDS_FALSE
  CLK_NORMALIZED_COORDS_TRUE CLK_ADDRESS_CLAMP CLK_ADDRESS_CLAMP_TO_EDGE CLK_ADDRESS_NONE
  CLK_FILTER_NEAREST CLK_FILTER_LINEAR MAXFLOAT INFINITY NAN FLT_MAX FLT_MIN FLT_EPSILON INT_MAX
  INT_MIN UINT_MAX M_PI M_PI_F M_E M_E_F
`);

/** Functions worth an explanation: signature and what it gives. */
export const explained: readonly (readonly [name: string, signature: string, info: string])[] = [
  ['get_global_id', 'size_t (uint dim)', 'Position of the work-item in the NDRange.'],
  ['get_local_id', 'size_t (uint dim)', 'Position of the work-item in its work-group.'],
  ['get_group_id', 'size_t (uint dim)', 'Position of the work-group.'],
  ['get_global_size', 'size_t (uint dim)', 'Work-items of the NDRange, as launched.'],
  ['get_local_size', 'size_t (uint dim)', 'Work-items of the work-group.'],
  ['get_num_groups', 'size_t (uint dim)', 'Number of work-groups.'],
  ['get_global_offset', 'size_t (uint dim)', 'Offset of the global ids.'],
  ['get_work_dim', 'uint ()', 'Number of dimensions of the launch.'],
  ['barrier', 'void (cl_mem_fence_flags)', 'Waits for all work-items of the work-group.'],
  ['mem_fence', 'void (cl_mem_fence_flags)', 'Orders loads and stores of this work-item.'],
  ['fma', 'gentype (a, b, c)', 'a · b + c, rounded once.'],
  ['mad', 'gentype (a, b, c)', 'a · b + c, fast, accuracy left to the driver.'],
  ['clamp', 'gentype (x, low, high)', 'min(max(x, low), high).'],
  ['mix', 'gentype (x, y, a)', 'x + (y − x) · a.'],
  ['dot', 'float (a, b)', 'Dot product.'],
  ['select', 'gentype (a, b, c)', 'b where c is true, else a; per component by its sign bit.'],
  ['atomic_add', 'int (volatile int *p, int v)', 'Adds and returns the old value.'],
  ['async_work_group_copy', 'event_t (dst, src, count, event)', 'Copies together as a work-group.'],
  ['vload4', 'gentype4 (size_t offset, const gentype *p)', 'Reads four neighbours.'],
  ['vstore4', 'void (gentype4 data, size_t offset, gentype *p)', 'Writes four neighbours.'],
];

export const functions: readonly string[] = [
  ...explained.map(([name]) => name),
  ...list(`
    read_mem_fence write_mem_fence work_group_barrier wait_group_events prefetch
    sub_group_barrier get_sub_group_size get_sub_group_id get_sub_group_local_id
    atomic_sub atomic_inc atomic_dec atomic_min atomic_max atomic_and atomic_or atomic_xor
    atomic_xchg atomic_cmpxchg abs abs_diff min max fmin fmax fabs floor ceil round rint trunc
    fract fmod remainder exp exp2 exp10 expm1 log log2 log10 log1p pow pown powr rootn sqrt rsqrt
    cbrt hypot sin cos tan asin acos atan atan2 sinh cosh tanh sinpi cospi erf erfc tgamma lgamma
    ldexp frexp copysign sign step smoothstep degrees radians cross length distance normalize
    fast_length fast_normalize native_sin native_cos native_exp native_log native_sqrt
    native_rsqrt native_recip native_divide half_exp half_log half_sqrt mad24 mul24 mad_hi mul_hi
    rotate clz popcount hadd rhadd add_sat sub_sat upsample isnan isinf isfinite any all
    bitselect shuffle shuffle2 vload2 vload3 vload8 vload16 vstore2 vstore3 vstore8 vstore16
    vload_half vstore_half read_imagef read_imagei read_imageui write_imagef write_imagei
    write_imageui get_image_width get_image_height printf convert_int convert_uint convert_float
    convert_float4 convert_int4 as_int as_uint as_float as_float4 work_group_reduce_add
    work_group_scan_inclusive_add sub_group_reduce_add
  `),
];
