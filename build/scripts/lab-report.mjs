/**
 * `npm run lab-report`: writes docs/lab-report.md and its pictures under docs/lab, from the recorded runs that ship (kernels/recorded) and
 * what was measured beside them: docs/lab/peaks.json (`ndrange peak`), clpeak.txt, bench.json. Verdicts and tables are those of
 * `ndrange report --markdown`; here stands what belongs to this one lab. It measures nothing.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { ensureBuilt } from './ensure-built.mjs';
import { inRoot, mustRun, runScript, say } from './project.mjs';

const read = (path) => readFileSync(inRoot(path), 'utf8');
const json = (path) => JSON.parse(read(path));
const giga = (rate) =>
  Math.round(rate / 1e9)
    .toLocaleString('en')
    .replaceAll(',', ' ');
const percent = (share) => `${(100 * share).toFixed(0)} %`;
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/**
 * clpeak's best figures per device, in the order of its output: GB/s and GFLOP/s.
 * @returns {{device: string, bandwidth: number, compute: number}[]}
 */
export const parseClpeak = (text) => {
  const devices = [];
  let kind = null;
  for (const line of text.split('\n')) {
    const device = /^ {2}Device: (.+)$/.exec(line)?.[1];
    if (device !== undefined) devices.push({ device: device.trim(), bandwidth: 0, compute: 0 });
    if (/Global memory bandwidth/.test(line)) kind = 'bandwidth';
    else if (/Single-precision compute/.test(line)) kind = 'compute';
    const figure = /^ +float\d* +: ([\d.]+)$/.exec(line)?.[1];
    const current = devices.at(-1);
    if (figure !== undefined && kind !== null && current !== undefined)
      current[kind] = Math.max(current[kind], Number(figure));
  }
  return devices;
};

/** The best rates that the kernels of the runs reached on a device, from `ndrange export --json`. */
const bestRate = (results, kernel, device, field) =>
  Math.max(
    0,
    ...results
      .flatMap(({ spec, configurations }) => (spec.kernel === kernel ? configurations : []))
      .filter((row) => row.device === device && row.outcome === 'measured')
      .map((row) => row[field] ?? 0),
  );

const peersTable = (results, clpeak, peaks) => {
  const names = [...new Set(clpeak.map(({ device }) => device))];
  return table(
    ['device', 'figure', 'clpeak', '`ndrange peak`', 'our kernels reach', 'of clpeak'],
    names.flatMap((device) => {
      const theirs = clpeak.filter((one) => one.device === device);
      const ours = peaks.filter((one) => one.device === device);
      const most = (list, pick) => Math.max(...list.map(pick));
      const row = (figure, peer, own, kernel, field) => {
        const reached = bestRate(results, kernel, device, field);
        return [
          device,
          figure,
          giga(peer * 1e9),
          giga(own),
          `${giga(reached * 1e9)} (\`${kernel}\`)`,
          percent(reached / peer),
        ];
      };
      const bandwidth = most(theirs, (one) => one.bandwidth);
      const compute = most(theirs, (one) => one.compute);
      const copied = most(ours, (one) => one.bandwidth?.rate ?? 0);
      const computed = most(ours, (one) => one.compute?.rate ?? 0);
      return [
        row('GB/s', bandwidth, copied, 'vector_add', 'gbps'),
        row('GFLOP/s', compute, computed, 'saxpy', 'gflops'),
        row('GFLOP/s', compute, computed, 'matmul_tiled', 'gflops'),
      ];
    }),
  );
};

const benchTable = (figures) =>
  table(
    ['figure', 'value', 'bound', 'holds', 'note'],
    figures.map(({ name, value, unit, bound, holds, note }) => [
      name,
      `${value.toFixed(3)} ${unit}`,
      bound,
      holds ? 'yes' : '**no**',
      note ?? '',
    ]),
  );

const opening = `# A real lab

What two NVIDIA H200 and a PoCL CPU device say of the example kernels, and of what is taught about local sizes. Measured on 30 November 2026 on a server
with two H200 (driver 580.159.04) and PoCL 5.0 (32 threads of an Intel Xeon), with the npm package of the command line; all devices of a run at once. These runs
come with the product: the window lists them under *Runs*, and \`ndrange runs --examples\` on the command line. This page is made of them by
\`npm run lab-report\`; a test holds it current.

The last three runs are from a machine without a GPU (2 cores of an AMD EPYC, PoCL 3.1, and Mesa's llvmpipe, whose times are the host clock's), which was busy besides: two of
them drifted by a third and more, which the app says of them. Sizes are compared within rounds, so that their order stands.

Read it with care: one server, one driver, one afternoon. The small problems of the shipped sweeps (a million work-items) run for some µs on such a GPU, from its cache; that is
why the large ones stand beside them.
`;

const commands = `## The commands

On the server, after \`npm install ./ndrange-workbench-VERSION.tgz\`; \`K\` is \`node_modules/ndrange-workbench/kernels\`:

    D1=16,32,64,128,256,512,1024,auto
    D2=8x8,16x16,32x8,8x32,64x4,4x64,16x8,8x16,2x128,128x2,1x256,256x1,32x32,64x16,16x64,auto
    for k in saxpy vector-add reduction divergence; do ndrange sweep $K/$k.sweep.json --device all --local $D1; done
    for k in transpose-naive transpose-tiled matmul-tiled box-blur; do ndrange sweep $K/$k.sweep.json --device all --local $D2; done
    for k in saxpy vector-add; do ndrange sweep $K/$k.sweep.json --device H200 --global 67108864 --local $D1; done
    for k in transpose-naive transpose-tiled box-blur matmul-tiled; do ndrange sweep $K/$k.sweep.json --device H200 --global 4096x4096 --local $D2; done
    ndrange peak --device all
    clpeak --global-bandwidth --compute-sp

on the machine without a GPU:

    for k in saxpy vector-add transpose-naive; do ndrange sweep $K/$k.sweep.json --device all --max-seconds 4; done

and in a checkout on the server, for the comparison with the host in C++:

    npm run bench -- --only launch-loop-gpu --only accuracy-gpu --only two-gpus --json bench.json
`;

/** The recorded runs, oldest first, as paths from the project's root. */
const recorded = () =>
  readdirSync(inRoot('kernels/recorded'))
    .filter((name) => name.endsWith('.ndrun'))
    .toSorted()
    .map((name) => `kernels/recorded/${name}`);

if (process.argv[1]?.endsWith('lab-report.mjs')) {
  await runScript(() => {
    ensureBuilt();
    const ndrange = (...words) =>
      mustRun('ndrange', process.execPath, [inRoot('out/main/cli.js'), ...words]);
    for (const name of readdirSync(inRoot('docs/lab')))
      if (name.endsWith('.svg')) rmSync(inRoot('docs/lab', name));
    // Peaks are read beside the runs folder.
    ndrange(
      'report',
      ...recorded(),
      '--markdown',
      inRoot('docs/lab.md'),
      '--runs-dir',
      inRoot('docs/lab/runs'),
    );
    const results = recorded().flatMap((run) => {
      const file = inRoot('docs/lab', 'results.json');
      ndrange('export', run, '--json', file);
      const { results: found } = json('docs/lab/results.json');
      rmSync(file);
      return found;
    });
    const text = [
      opening,
      read('docs/lab.md').trimEnd(),
      `## Peers\n\nWhat [clpeak](https://github.com/krrishnarraj/clpeak) 1.1.2 and \`ndrange peak\` find on the same devices in the same hour, and what the example kernels reach, best size and problem.`,
      peersTable(
        results,
        parseClpeak(read('docs/lab/clpeak.txt')),
        json('docs/lab/peaks.json').peaks,
      ),
      'The same launches from a plain host in C++ and from `ndrange`, on one H200: medians of ours ÷ those of C++. `launch-loop` is the whole cost of a launch, `two-gpus` each of two GPUs busy at once against alone.',
      benchTable(json('docs/lab/bench.json').figures),
      commands,
    ].join('\n\n');
    rmSync(inRoot('docs/lab.md'));
    writeFileSync(inRoot('docs/lab-report.md'), text);
    say('wrote docs/lab-report.md');
    return 0;
  });
}
