import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KernelSignature } from '@shared/domain/kernel';
import { parseSignatures } from '@shared/domain/signature';

const only = (source: string, options?: string): KernelSignature => {
  const kernels = parseSignatures(source, options);
  const [first] = kernels;
  if (!first || kernels.length > 1) throw new Error(`${kernels.length} kernels`);
  return first;
};
/** Parameters in short: `global const float* x`. */
const short = (source: string, options?: string): readonly string[] =>
  only(source, options).parameters.map(
    ({ addressSpace, isConst, type, isPointer, name }) =>
      `${addressSpace} ${isConst ? 'const ' : ''}${type}${isPointer ? '*' : ''} ${name}`,
  );

describe('parameters', () => {
  test('are read with address space, const and type', () => {
    expect(
      short(`__kernel void saxpy(__global const float* restrict x, __global float *y,
                                 const float a, const uint n, __constant float4 *c, local int* tile) {}`),
    ).toEqual([
      'global const float* x',
      'global float* y',
      'private float a',
      'private uint n',
      'constant const float4* c',
      'local int* tile',
    ]);
  });

  test('that point to pointers or to arrays are of no type for which data can be made up', () => {
    expect(
      short('__kernel void k(__global float * __global *y, __global int (*z)[4], const uint n) {}'),
    ).toEqual(['global float ** y', 'global int ** z', 'private uint n']);
  });

  test('of the same type in other words are the same', () => {
    expect(
      short(`kernel void f(unsigned int a, unsigned char b, unsigned short int c, long unsigned d,
                           signed e, unsigned f, short g, size_t h, global unsigned int *i, long long j) {}`),
    ).toEqual([
      'private uint a',
      'private uchar b',
      'private ushort c',
      'private ulong d',
      'private int e',
      'private uint f',
      'private short g',
      'private size_t h',
      'global uint* i',
      'private long j',
    ]);
  });

  test('keep the qualifiers in any order', () => {
    expect(
      short(
        `void kernel f(const __global float *a, __global float const *b, float const __global *c,
                           __global float * const d, volatile __global int *__restrict e) {}`.replace(
          'void kernel',
          'kernel void',
        ),
      ),
    ).toEqual([
      'global const float* a',
      'global const float* b',
      'global const float* c',
      'global float* d',
      'global int* e',
    ]);
  });

  test('that are arrays are pointers', () => {
    expect(short('__kernel void f(__global float x[], __local float t[16][17]) {}')).toEqual([
      'global float* x',
      'local float* t',
    ]);
  });

  test('may be structs, images and samplers', () => {
    expect(
      short(`typedef struct { float x; float y; } particle;
             struct body { float m; };
             __kernel void f(__global particle *p, struct body b, read_only image2d_t in,
                             __write_only image2d_t out, sampler_t s) {}`),
    ).toEqual([
      'global particle* p',
      'private struct body b',
      'global image2d_t in',
      'global image2d_t out',
      'private sampler_t s',
    ]);
  });

  test('may be none', () => {
    expect(short('__kernel void f(void) {}')).toEqual([]);
    expect(short('__kernel void f() {}')).toEqual([]);
    expect(short('__kernel void f(__global void *p) {}')).toEqual(['global void* p']);
  });

  test('see through macros, typedefs and build options', () => {
    const source = `#define REAL float
      #define VEC REAL4
      #define REAL4 float4
      typedef unsigned int u32;
      __kernel void f(__global REAL *x, __global VEC *v, u32 n, T t) {}`;
    expect(short(source, '-DT=double')).toEqual([
      'global float* x',
      'global float4* v',
      'private uint n',
      'private double t',
    ]);
  });

  test('follow the branch that a plain build takes', () => {
    const source = `#ifdef USE_DOUBLE
      typedef double real;
      #else
      typedef float real;
      #endif
      #if 0
      __kernel void off(int q) {}
      #endif
      __kernel void f(real a) {}`;
    expect(short(source)).toEqual(['private float a']);
    expect(short(source, '-D USE_DOUBLE')).toEqual(['private double a']);
  });
});

describe('kernels', () => {
  test('are found in source order, with prototypes and helpers left out', () => {
    const source = `float helper(float x) { return x; }
      __kernel void second(int a);
      __kernel void first(int a) { if (a) { a = 1; } }
      __constant float kernel_weights[2] = { 1.0f, 2.0f };
      kernel void second(int a) {}`;
    expect(parseSignatures(source).map(({ name }) => name)).toEqual(['first', 'second']);
  });

  test('are not found in comments, strings and other words', () => {
    const source = `// __kernel void a() {}
      /* __kernel void b() {} // */
      __constant char s[] = "__kernel void c() {} \\" /*";
      __constant float kernel[3] = {1, 2, 3}; int my_kernel(int x) { return x; }
      __kernel void d(__global float *kernel) { printf("}{ // %d", 1); }`;
    expect(parseSignatures(source).map(({ name }) => name)).toEqual(['d']);
  });

  test('survive CRLF, a byte order mark, continued lines and non-ASCII comments', () => {
    const source =
      '\uFEFF// 局部大小 é\r\n#define \\\r\n T float\r\n__ker\\\r\nnel void f(__global T *x /* ü */,\r\n int n) {}\r\n';
    expect(short(source)).toEqual(['global float* x', 'private int n']);
  });

  test('take a comment that a continued line hides', () => {
    expect(parseSignatures('// hidden \\\n__kernel void f() {}')).toEqual([]);
  });
});

describe('the required size', () => {
  test.each([
    '__kernel __attribute__((reqd_work_group_size(16, 8, 1))) void f() {}',
    '__attribute__((reqd_work_group_size(16, 8, 1))) __kernel void f() {}',
    '__kernel void __attribute__((vec_type_hint(float4), __reqd_work_group_size__(16,8,1))) f() {}',
    '#define TX 16\n__kernel void f() __attribute__((reqd_work_group_size(TX, 8u, 1))) {}',
  ])('is found wherever the attribute stands: %s', (source) => {
    expect(only(source).requiredLocal).toEqual([16, 8, 1]);
  });

  test('is unknown when it is not literal, and belongs to its own kernel only', () => {
    const kernels = parseSignatures(`
      __kernel __attribute__((reqd_work_group_size(N, 1, 1))) void a() {}
      __kernel __attribute__((reqd_work_group_size(4, 1, 1))) void b() {}
      __kernel void c() {}`);
    expect(kernels.map(({ requiredLocal }) => requiredLocal)).toEqual([null, [4, 1, 1], null]);
  });
});

describe('dimensions', () => {
  test.each([
    ['int x = get_global_id(0);', 1],
    ['int x = get_global_id( 0 ), y = get_global_id(1);', 2],
    ['int y = get_local_id(1u); int x = get_global_id(0);', 2],
    ['int z = get_group_id(2), y = get_global_id(1);', 3],
    ['int d = 1; int x = get_global_id(d);', null],
    ['', null],
    ['// get_global_id(1)', null],
  ])('of the body %j are %s', (body, dimensions) => {
    expect(only(`__kernel void f() { ${body}\n }`).dimensions).toBe(dimensions);
  });

  test('are those of each kernel for itself', () => {
    const kernels = parseSignatures(`__kernel void a() { get_global_id(0); }
      __kernel void b() { get_global_id(1); }`);
    expect(kernels.map(({ dimensions }) => dimensions)).toEqual([1, 2]);
  });
});

describe('hostile sources', () => {
  test('never throw', () => {
    const piece = fc.constantFrom(
      ...'__kernel|kernel|void|f|(|)|{|}|;|,|*|[|]|#define A B|#if|#else|#endif|\n|"|\'|/*|*/|//|\\|__attribute__|((|typedef|struct|get_global_id(1)|get_global_id(|float|unsigned|const|local'.split(
        '|',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        for (const kernel of parseSignatures(pieces.join(' '))) expect(kernel.name).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    [
      'macros that double',
      Array.from({ length: 40 }, (_, at) => `#define A${at} A${at + 1} A${at + 1}`).join('\n') +
        '\nA0',
    ],
    [
      'macros that multiply to nothing',
      Array.from({ length: 14 }, (_, at) => `#define A${at} ${`A${at + 1} `.repeat(8)}`).join(
        '\n',
      ) + '\n#define A14\nA0',
    ],
    ['macros that name each other', '#define A B\n#define B A\nA'],
    ['kernels that never close', '__kernel void f('.repeat(20_000)],
    ['brackets that never close', '{'.repeat(200_000)],
    ['comments that never close', '/*'.repeat(200_000)],
  ])('with %s are read in a moment', (_, source) => {
    const start = performance.now();
    parseSignatures(source + '\n__kernel void g() {}');
    expect(performance.now() - start).toBeLessThan(5000);
  });
});
