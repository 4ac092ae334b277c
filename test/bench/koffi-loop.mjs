/**
 * The bench's second yardstick: the shortest launch loop that koffi allows, without product around it. Same arguments,
 * commands and answers as test/native/bench_host.cpp (which describes them), except that it does not restore.
 *
 *   node test/bench/koffi-loop.mjs KERNEL.cl NAME --device PART --global 1048576 {--buffer … | --float V …}…
 */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import koffi from 'koffi';

const library = koffi.load(process.platform === 'win32' ? 'OpenCL.dll' : 'libOpenCL.so.1');
const types = { p: 'void *', s: 'const char **', i: 'uint32_t', q: 'uint64_t', z: 'size_t' };
const bind = (name, result, parameters) =>
  library.func(
    name,
    result,
    [...parameters].map((letter) => types[letter]),
  );
const status = 'int32_t';
const cl = {
  platforms: bind('clGetPlatformIDs', status, 'ipp'),
  platformInfo: bind('clGetPlatformInfo', status, 'pizpp'),
  devices: bind('clGetDeviceIDs', status, 'pqipp'),
  deviceInfo: bind('clGetDeviceInfo', status, 'pizpp'),
  context: bind('clCreateContext', 'void *', 'pipppp'),
  queue: bind('clCreateCommandQueue', 'void *', 'ppqp'),
  program: bind('clCreateProgramWithSource', 'void *', 'pispp'),
  build: bind('clBuildProgram', status, 'pipppp'),
  kernel: bind('clCreateKernel', 'void *', 'ppp'),
  argument: bind('clSetKernelArg', status, 'pizp'),
  buffer: bind('clCreateBuffer', 'void *', 'pqzpp'),
  launch: bind('clEnqueueNDRangeKernel', status, 'ppipppipp'),
  finish: bind('clFinish', status, 'p'),
  profiling: bind('clGetEventProfilingInfo', status, 'pizpp'),
  releaseEvent: bind('clReleaseEvent', status, 'p'),
};
const name = 0x102b;
const platformName = 0x0902;
const allTypes = 0xffffffffn;
const profilingEnable = 2n;
const copyHostReadWrite = 0x21n;
const [start, end] = [0x1282, 0x1283];

const fail = (text) => {
  process.stderr.write(`koffi-loop: ${text}\n`);
  process.exit(1);
};
const check = (result, call) => {
  if (result !== 0) fail(`${call} failed (OpenCL status ${result})`);
};

const handles = (ask) => {
  const count = new Uint32Array(1);
  if (ask(0, null, count) !== 0) return [];
  const list = new BigUint64Array(count[0]);
  check(ask(list.length, list, null), 'the listing');
  return [...list];
};
const textOf = (query, object, what) => {
  const bytes = new Uint8Array(1024);
  check(query(object, what, bytes.length, bytes, null), 'the name');
  return Buffer.from(bytes.subarray(0, bytes.indexOf(0))).toString('utf8');
};
const findDevice = (part) => {
  for (const platform of handles((n, list, count) => cl.platforms(n, list, count)))
    for (const device of handles((n, list, count) =>
      cl.devices(platform, allTypes, n, list, count),
    ))
      if (
        textOf(cl.platformInfo, platform, platformName).includes(part) ||
        textOf(cl.deviceInfo, device, name).includes(part)
      )
        return device;
  return fail(`no OpenCL device matches "${part}"`);
};

const [path, kernelName, ...options] = process.argv.slice(2);
const device = findDevice(options[options.indexOf('--device') + 1]);
const code = new Int32Array(1);
const context = cl.context(null, 1, new BigUint64Array([device]), null, null, code);
const queue = cl.queue(context, device, profilingEnable, code);
const program = cl.program(context, 1, [readFileSync(path, 'utf8')], null, code);
check(
  cl.build(program, 1, new BigUint64Array([device]), Buffer.from('\0'), null, null),
  'clBuildProgram',
);
const kernel = cl.kernel(program, Buffer.from(`${kernelName}\0`), code);
check(code[0], 'clCreateKernel');

let argument = 0;
let global = [];
const set = (bytes) =>
  check(cl.argument(kernel, argument++, bytes.byteLength, bytes), 'clSetKernelArg');
const takers = {
  '--device': () => undefined,
  '--global': (text) => (global = text.split('x').map(Number)),
  '--float': (text) => set(new Float32Array([Number(text)])),
  '--int': (text) => set(new Int32Array([Number(text)])),
  '--uint': (text) => set(new Uint32Array([Number(text)])),
  '--buffer': (text) => {
    const [count, low, high] = text.split(':').map(Number);
    const values = Float32Array.from({ length: count }, () => low + (high - low) * Math.random());
    const handle = cl.buffer(context, copyHostReadWrite, values.byteLength, values, code);
    check(code[0], 'clCreateBuffer');
    set(new BigUint64Array([handle]));
  },
};
for (let i = 0; i < options.length; i += 2) {
  const take = takers[options[i]] ?? fail(`unknown option ${options[i]}`);
  take(options[i + 1]);
}

const event = new BigUint64Array(1);
const time = new BigUint64Array(2);
const [startTime, endTime] = [time.subarray(0, 1), time.subarray(1, 2)];
const wall = { ns: 0 };
const launch = (launched, local) => {
  const before = process.hrtime.bigint();
  check(
    cl.launch(queue, kernel, global.length, null, launched, local, 0, null, event),
    'clEnqueueNDRangeKernel',
  );
  check(cl.finish(queue), 'clFinish');
  wall.ns = Number(process.hrtime.bigint() - before);
  const handle = event[0];
  cl.profiling(handle, start, 8, startTime, null);
  cl.profiling(handle, end, 8, endTime, null);
  cl.releaseEvent(handle);
  return Number(time[1] - time[0]);
};

const sweep = (sizes, warmUps, samples, rounds) => {
  const locals = sizes
    .split(',')
    .map((size) => (size === 'auto' ? null : BigUint64Array.from(size.split('x').map(BigInt))));
  const launched = locals.map((local) =>
    BigUint64Array.from(
      global.map((size, d) => {
        const by = local === null ? 1 : Number(local[d]);
        return BigInt(Math.ceil(size / by) * by);
      }),
    ),
  );
  const found = locals.map(() => ({ first_ns: 0, warm_ns: 0, run_ns: [], wall_ns: [] }));
  const begun = process.hrtime.bigint();
  for (let round = 0; round < rounds; round += 1)
    for (const [i, local] of locals.entries()) {
      if (round === 0) {
        launch(launched[i], local);
        found[i].first_ns = wall.ns;
        for (let done = 0; done < warmUps; done += 1)
          found[i].warm_ns += launch(launched[i], local);
      }
      for (let done = 0; done < samples; done += 1) {
        found[i].run_ns.push(launch(launched[i], local));
        found[i].wall_ns.push(wall.ns);
      }
    }
  return { loop_ns: Number(process.hrtime.bigint() - begun), copy_ns: 0, sizes: found };
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, sizes, ...counts] = line.split(' ');
  if (command !== 'sweep' || counts.length !== 3) fail(`not a command: ${line}`);
  process.stdout.write(`${JSON.stringify(sweep(sizes, ...counts.map(Number)))}\n`);
}
