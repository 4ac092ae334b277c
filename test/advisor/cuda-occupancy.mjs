/**
 * Compares the advisor's occupancy with the NVIDIA driver's own: random combinations of registers, local
 * memory and group size through cuOccupancyMaxActiveBlocksPerMultiprocessor, and the table of the device's
 * compute capability with the driver's device attributes.
 *
 *   node test/advisor/cuda-occupancy.mjs --bundle            once, where the development packages are
 *   node test/advisor/cuda-occupancy.mjs [--cases 2000] [--seed 1] [--device 0] [--json FILE]
 *
 * The second needs libcuda, koffi and the bundle (out/advisor/predict-blocks.mjs) only. Exit: 0 all equal,
 * 1 some differ, 3 no CUDA device.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '../..');
const bundle = resolve(root, 'out/advisor/predict-blocks.mjs');

const { values: options } = parseArgs({
  options: {
    bundle: { type: 'boolean', default: false },
    cases: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    device: { type: 'string', default: '0' },
    json: { type: 'string' },
    library: { type: 'string', default: 'libcuda.so.1' },
  },
});

const print = (line) => process.stdout.write(`${line}\n`);

const makeBundle = async () => {
  const { build } = await import('rolldown');
  mkdirSync(dirname(bundle), { recursive: true });
  await build({
    input: resolve(import.meta.dirname, 'predict-blocks.ts'),
    resolve: { alias: { '@shared': resolve(root, 'src-shared') } },
    output: { file: bundle, format: 'esm' },
  });
};

/** Device attributes of the driver API, under the names of `tableFigures`. */
const attributes = {
  itemsPerSm: 39,
  groupsPerSm: 106,
  sharedPerSm: 81,
  sharedPerGroup: 97,
  sharedReserved: 111,
  registersPerGroup: 12,
  registersPerSm: 82,
};
const capabilityMajor = 75;
const capabilityMinor = 76;
const functionAttributes = { maxThreads: 0, sharedBytes: 1, registers: 4 };
const maxDynamicShared = 8;

const openDriver = async () => {
  const { default: koffi } = await import('koffi');
  let library;
  try {
    library = koffi.load(options.library);
  } catch (error) {
    process.stderr.write(`No NVIDIA driver: ${error.message}\n`);
    process.exit(3);
  }
  const declare = (name, parameters) => {
    const call = library.func(name, 'int', parameters);
    return (...given) => {
      const status = call(...given);
      if (status !== 0) throw new Error(`${name} returned ${status}`);
    };
  };
  return {
    init: declare('cuInit', ['uint32_t']),
    device: declare('cuDeviceGet', ['void *', 'int']),
    attribute: declare('cuDeviceGetAttribute', ['void *', 'int', 'int']),
    retain: declare('cuDevicePrimaryCtxRetain', ['void *', 'int']),
    use: declare('cuCtxSetCurrent', ['void *']),
    load: declare('cuModuleLoadData', ['void *', 'void *']),
    find: declare('cuModuleGetFunction', ['void *', 'void *', 'str']),
    describe: declare('cuFuncGetAttribute', ['void *', 'int', 'void *']),
    allow: declare('cuFuncSetAttribute', ['void *', 'int', 'int']),
    blocks: declare('cuOccupancyMaxActiveBlocksPerMultiprocessor', [
      'void *',
      'void *',
      'int',
      'size_t',
    ]),
  };
};

/** mulberry32: the same cases for the same seed, on every machine. */
const createRandom = (seed) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const ptxVersions = [
  [12, '8.7'],
  [10, '8.6'],
  [9, '7.8'],
  [8.9, '7.8'],
  [8, '7.1'],
  [7.5, '6.3'],
  [0, '6.0'],
];

/**
 * A kernel that keeps `live` values in registers at once: volatile loads, then volatile stores, keep their
 * order. `.maxnreg` bounds what the assembler may give it; how many it gave is asked of the driver.
 */
const kernelText = ({ name, live, most, shared, barrier }) => {
  const each = (line) => Array.from({ length: live }, (_, index) => line(index)).join('\n');
  return `
.visible .entry ${name}(.param .u64 p) .maxnreg ${most}
{
  .reg .u64 %a;
  .reg .f32 %v<${live + 1}>;
  ${shared > 0 ? `.shared .align 4 .b8 s[${shared}];` : ''}
  ld.param.u64 %a, [p];
  cvta.to.global.u64 %a, %a;
${each((index) => `  ld.volatile.global.f32 %v${index}, [%a+${index * 4}];`)}
  ${shared > 0 ? 'st.volatile.shared.f32 [s], %v0;' : ''}
  ${barrier ? 'bar.sync 0;' : ''}
${each((index) => `  st.volatile.global.f32 [%a+${(live - 1 - index) * 4}], %v${index};`)}
  ret;
}`;
};

const makeKernels = (random) =>
  Array.from({ length: 64 }, (_, index) => {
    // More of the small counts, so that not the registers alone decide.
    const most = 16 + Math.floor((index / 63) ** 2 * 239);
    const live = Math.max(1, Math.floor(most * (0.5 + random())));
    const shared = random() < 0.5 ? 0 : 4 * Math.ceil(random() * 3000);
    const barrier = random() < 0.5;
    return { name: `k${index}`, live, most, shared, barrier };
  });

const main = async () => {
  if (options.bundle || !existsSync(bundle)) await makeBundle();
  if (options.bundle) return;
  const { predictBlocks, tableFigures } = await import(pathToFileURL(bundle).href);
  const cuda = await openDriver();
  const int = new Int32Array(1);
  const handle = new BigUint64Array(1);
  const readInt = (call, ...given) => {
    call(int, ...given);
    return int[0];
  };
  const readHandle = (call, ...given) => {
    call(handle, ...given);
    return handle[0];
  };
  cuda.init(0);
  const device = readInt(cuda.device, Number(options.device));
  cuda.use(readHandle(cuda.retain, device));
  const capability = [capabilityMajor, capabilityMinor].map((which) =>
    readInt(cuda.attribute, which, device),
  );
  print(`compute capability ${capability.join('.')}`);

  let wrongFigures = 0;
  for (const [name, expected] of Object.entries(tableFigures(capability))) {
    const told = readInt(cuda.attribute, attributes[name], device);
    const isEqual = told === expected;
    if (!isEqual) wrongFigures += 1;
    print(`${isEqual ? 'equal ' : 'DIFFER'} ${name}: table ${expected}, driver ${told}`);
  }

  const random = createRandom(Number(options.seed));
  const kernels = makeKernels(random);
  const version = ptxVersions.find(([from]) => capability[0] + capability[1] / 10 >= from)?.[1];
  const text = [
    `.version ${version}`,
    `.target sm_${capability.join('')}`,
    '.address_size 64',
    ...kernels.map(kernelText),
  ].join('\n');
  const module = readHandle(cuda.load, new TextEncoder().encode(`${text}\0`));
  const optIn = readInt(cuda.attribute, attributes.sharedPerGroup, device);
  const functions = kernels.map((kernel) => {
    const fn = readHandle(cuda.find, module, kernel.name);
    const ask = (which) => {
      cuda.describe(int, which, fn);
      return int[0];
    };
    const fixed = ask(functionAttributes.sharedBytes);
    cuda.allow(fn, maxDynamicShared, optIn - fixed);
    return { ...kernel, fn, fixed, registers: ask(functionAttributes.registers) };
  });

  const count = Number(options.cases);
  const differences = [];
  const limiters = new Map();
  for (let index = 0; index < count; index += 1) {
    const kernel = functions[Math.floor(random() * functions.length)];
    const items = 1 + Math.floor(random() * (random() < 0.5 ? 1024 : 192));
    const room = optIn - kernel.fixed;
    const shape = random();
    // A third without, a third small, where granules show, and a third anywhere.
    const dynamic = Math.floor(
      shape < 1 / 3 ? 0 : shape < 2 / 3 ? random() * 8192 : random() * room,
    );
    cuda.blocks(int, kernel.fn, items, dynamic);
    const driver = int[0];
    const wanted = {
      capability,
      registers: kernel.registers,
      localBytes: kernel.fixed + dynamic,
      barriers: kernel.barrier ? 1 : 0,
      items,
    };
    const predicted = predictBlocks(wanted);
    limiters.set(predicted?.limiter, (limiters.get(predicted?.limiter) ?? 0) + 1);
    if (predicted?.groups !== driver) differences.push({ ...wanted, predicted, driver });
  }
  const registers = new Set(functions.map((kernel) => kernel.registers));
  print(
    `${registers.size} register counts, ${Math.min(...registers)} to ${Math.max(...registers)}`,
  );
  print(`limiters: ${[...limiters].map(([name, times]) => `${name} ${times}`).join(', ')}`);
  print(`${count - differences.length} of ${count} combinations equal`);
  for (const difference of differences.slice(0, 20)) print(JSON.stringify(difference));
  if (options.json !== undefined) {
    const figure = (name, value, bound) => ({
      name,
      value,
      unit: 'combinations',
      bound: `= ${bound}`,
      holds: value === bound,
    });
    writeFileSync(
      options.json,
      `${JSON.stringify({
        figures: [
          figure(
            `occupancy equal to the driver's, ${capability.join('.')}`,
            count - differences.length,
            count,
          ),
          figure('table figures that differ from the driver', wrongFigures, 0),
        ],
        notRun: [],
      })}\n`,
    );
  }
  process.exitCode = differences.length + wrongFigures > 0 ? 1 : 0;
};

await main();
