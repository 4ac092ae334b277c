/** What the advisor says of runs whose answers are known. */
import { describe, expect, it } from 'vitest';
import { advise } from '@shared/domain/advisor/advise';
import type { Finding } from '@shared/domain/advisor/findings';
import type { Run } from '@shared/domain/run-types';
import {
  around,
  exampleSource,
  manyShapesRun,
  saxpyRun,
  transposeRun,
  transposeTimes,
} from '../../../support/advisor-runs';
import { buildRun } from '../../../support/run-builder';

const firstDevice = (run: Run) => {
  const [device] = advise(run).devices;
  if (device === undefined) throw new Error('no device');
  return device;
};
const about = (run: Run, size: string): Finding | undefined =>
  firstDevice(run).findings.find(
    (finding) =>
      finding.against !== null && finding.code !== 'flat' && finding.configurations.includes(size),
  );
const rule = (run: Run, name: string) =>
  firstDevice(run).rules.find((result) => result.rule === name);

describe('advice on the straight transpose of an H200', () => {
  const run = transposeRun();

  it('names the driver’s choice, which shape that was, and how far it lies behind', () => {
    const finding = about(run, 'auto');
    expect(finding).toMatchObject({
      code: 'driver-choice',
      against: '4x64',
      figures: { chosen: '256x1' },
    });
    expect(finding?.measurement?.ratio).toBeCloseTo(3.54, 2);
    expect(finding?.figures['reads']).toEqual(['in:contiguous:128']);
    expect(finding?.figures['writes']).toEqual(['out:strided:4']);
  });

  it('explains 16×16 by its memory accesses, and the explanation agrees', () => {
    const finding = about(run, '16x16');
    expect(finding).toMatchObject({ code: 'memory-access', against: '4x64', agrees: true });
    expect(finding?.prediction?.ratio).toBeCloseTo(20 / 12, 5);
    expect(finding?.measurement?.ratio).toBeCloseTo(1.76, 2);
  });

  it('says where its prediction fails instead of leaving it out', () => {
    expect(about(run, '1x256')).toMatchObject({ code: 'memory-access', agrees: false });
    expect(about(run, '8x8')).toMatchObject({ code: 'unexplained', prediction: null });
  });

  it('ranks by what leaving the size would win', () => {
    const wins = firstDevice(run).findings.map((finding) => finding.wins);
    expect(wins).toEqual([...wins].sort((a, b) => b - a));
    expect(firstDevice(run).findings[0]?.measurement?.ratio).toBeGreaterThan(3.4);
  });

  it('tests the rules of thumb', () => {
    expect(rule(run, 'null-is-never-optimal')).toMatchObject({ status: 'holds' });
    expect(rule(run, 'golden-shapes')).toMatchObject({
      status: 'does-not-hold',
      configurations: ['16x16', '4x64'],
    });
    expect(rule(run, '256-is-safe')).toMatchObject({
      status: 'does-not-hold',
      configurations: ['256x1', '4x64'],
    });
    expect(rule(run, 'rises-then-falls')).toMatchObject({
      status: 'not-tested',
      reason: 'not-one-dimensional',
    });
    expect(rule(run, 'multiple-of-wavefront')).toMatchObject({
      status: 'not-tested',
      reason: 'no-such-size',
    });
  });

  it('follows the measurements: with rows exchanged and times scaled it says something else', () => {
    const exchanged = transposeRun(
      Object.fromEntries(
        Object.entries(transposeTimes).map(([size, time]) => [
          size,
          (size === '16x16' ? 73.216 : size === '4x64' ? 128.768 : time) * 10,
        ]),
      ),
    );
    expect(about(exchanged, '4x64')).toMatchObject({ against: '16x16', agrees: false });
    expect(about(exchanged, '4x64')?.measurement?.ratio).toBeCloseTo(1.76, 2);
    expect(about(exchanged, '16x16')).toBeUndefined();
    expect(rule(exchanged, 'golden-shapes')).toMatchObject({ status: 'holds' });
  });

  it('follows the plan, not the order of its rows', () => {
    const reversed = transposeRun(Object.fromEntries(Object.entries(transposeTimes).reverse()));
    const codes = (of: Run) =>
      firstDevice(of)
        .findings.map(({ code, configurations }) => `${code} ${[...configurations].sort().join()}`)
        .sort();
    expect(codes(reversed)).toEqual(codes(run));
  });
});

describe('advice on SAXPY of an H200', () => {
  const run = saxpyRun();

  it('says that 128 to 1024 are equally good, as theory expects', () => {
    const flat = firstDevice(run).findings.find((finding) => finding.code === 'flat');
    expect(flat).toMatchObject({ figures: { smallest: 128, largest: 1024 }, agrees: true });
    expect(flat?.configurations).toHaveLength(4);
  });

  it('says that the kernel’s limit of 256 does not keep 1024 from working', () => {
    const finding = firstDevice(run).findings.find((one) => one.code === 'kernel-limit');
    expect(finding).toMatchObject({
      configurations: ['512', '1024'],
      figures: { limit: 256, largest: 1024 },
    });
  });

  it('explains 16 and 32 by the work-items that a compute unit holds', () => {
    expect(about(run, '32')).toMatchObject({
      code: 'resident-items',
      agrees: true,
      prediction: { ratio: 2, limiter: 'groups' },
    });
    expect(about(run, '16')).toMatchObject({
      code: 'resident-items',
      agrees: true,
      prediction: { ratio: 4 },
    });
    expect(about(run, '64')).toMatchObject({ code: 'unexplained' });
  });

  it('tests the rules of thumb', () => {
    expect(rule(run, 'null-is-never-optimal')).toMatchObject({ status: 'does-not-hold' });
    expect(rule(run, '256-is-safe')).toMatchObject({ status: 'holds' });
    expect(rule(run, 'rises-then-falls')).toMatchObject({ status: 'does-not-hold' });
    expect(rule(run, 'multiple-of-wavefront')).toMatchObject({
      status: 'holds',
      configurations: ['48', '128'],
    });
    expect(rule(run, '64-to-512-within-15-percent')).toMatchObject({ status: 'does-not-hold' });
  });
});

describe('advice on a CPU device', () => {
  const onCpu = (chosen: string, nullTime: number): Run => {
    const run = buildRun(
      `64: ${around(150)}\n256: ${around(100)}\n1024: ${around(200)}\nauto: ${around(nullTime)} -> ${chosen}`,
      { header: { sourceText: exampleSource('saxpy') }, spec: { kernel: 'saxpy' } },
    );
    return {
      ...run,
      devices: run.devices.map((state) => ({
        ...state,
        device: { ...state.device, types: ['cpu' as const] },
      })),
    };
  };

  it('predicts that NULL takes what the size takes that the driver chose, and says when it does not', () => {
    const agreeing = about(onCpu('1024', 202), 'auto');
    expect(agreeing).toMatchObject({
      code: 'driver-choice',
      agrees: true,
      prediction: { cause: 'same-shape' },
      figures: { chosen: '1024', twin: '1024' },
    });
    expect(agreeing?.prediction?.ratio).toBeCloseTo(2, 1);
    expect(about(onCpu('1024', 300), 'auto')).toMatchObject({ agrees: false });
  });

  it('predicts nothing of NULL where its size was not measured, and nothing of other sizes', () => {
    expect(about(onCpu('4096', 202), 'auto')).toMatchObject({ prediction: null, agrees: null });
    expect(about(onCpu('1024', 202), '64')).toMatchObject({ prediction: null });
  });
});

describe('one size for the lab', () => {
  const text = `
    device First
    64:  ${around(100)}
    128: ${around(120)}
    256: ${around(300)}
    auto: ${around(90)}
    device Second
    64:  ${around(300)}
    128: ${around(130)}
    256: ${around(100)}
    auto: ${around(90)}
  `;

  it('is the one whose worst loss is least, with the loss on each device and the price', () => {
    const { lab } = advise(buildRun(text));
    expect(lab.chosen?.configuration).toBe('128');
    const ratios = lab.chosen?.losses.map((loss) => loss.ratio) ?? [];
    expect(ratios[0]).toBeCloseTo(120 / 90, 2);
    expect(ratios[1]).toBeCloseTo(130 / 90, 2);
    expect(lab.chosen?.worst).toBe(Math.max(...ratios));
    expect(lab.chosen?.price).toBeCloseTo(Math.sqrt((120 / 90) * (130 / 90)), 2);
  });

  it('is, of sizes that no device can tell apart, the one that the verdict prefers', () => {
    const unsteady = '100500 99900 100100 100300 99800 100700';
    const shapes = (wide: string): string => `
      device First
      4x64: ${around(100)}
      8x32: ${wide}
      32x8: ${around(300)}
      device Second
      4x64: ${around(100)}
      8x32: ${unsteady}
      32x8: ${around(200)}
    `;
    expect(advise(buildRun(shapes(unsteady))).lab.chosen?.configuration).toBe('8x32');
    // On one device it is slower for sure: then the loss decides.
    expect(advise(buildRun(shapes(around(103)))).lab.chosen?.configuration).toBe('4x64');
  });

  it('is refused with the reason', () => {
    expect(advise(buildRun(`64: 1 2 3`)).lab).toMatchObject({ chosen: null, reason: 'one-device' });
    expect(advise(buildRun(`device A\n64: 10 10 10\ndevice B\n128: 10 10 10`)).lab).toMatchObject({
      reason: 'no-common-size',
    });
    expect(advise(buildRun(`64: failed crashed`)).lab).toMatchObject({
      reason: 'nothing-measured',
    });
  });
});

describe('runs without an answer', () => {
  it.each([
    ['only failures', '64: failed crashed\n128: failed launch-failed', 'all-failed'],
    ['no samples', '64: skipped cancelled\n128: skipped cancelled', 'no-samples'],
    ['one size', '64: 10 11 12 10 11', 'one-size'],
    ['two rounds', '64: 10 11\n128: 12 13', 'too-few-rounds'],
  ])('say why: %s', (_, text, reason) => {
    const advice = firstDevice(buildRun(text));
    expect(advice.noVerdict).toBe(reason);
    expect(advice.rules.every((result) => result.status === 'not-tested')).toBe(true);
  });

  it('hold no prediction of an unknown GPU beyond its alignment', () => {
    const run = buildRun(`48: ${around(131)}\n64: ${around(100)}`, {
      header: { sourceText: exampleSource('saxpy') },
      spec: { kernel: 'saxpy' },
    });
    expect(firstDevice(run).sizes.map((size) => size.occupancy.kind)).toEqual([
      'unknown',
      'unknown',
    ]);
    const finding = about(run, '48');
    expect(finding).toMatchObject({
      code: 'idle-lanes',
      agrees: true,
      figures: { used: 0.75, width: 32 },
    });
    expect(finding?.prediction?.ratio).toBeCloseTo(4 / 3, 5);
  });
});

describe('odd sources', () => {
  const adviceOn = (sourceText: string) =>
    firstDevice(
      buildRun('64: 10 11 12 10 11\n128: 12 13 12 13 12', {
        header: { sourceText },
        spec: { kernel: 'a' },
      }),
    );

  it('are told as not found where the kernel is made by a macro', () => {
    const advice = adviceOn(
      '#define K(n) __kernel void n\n#include "a.h"\nKERNEL(a, float *x) { x[0] = 1; }',
    );
    expect(advice.source.found).toBe(false);
    expect(
      advice.findings.every(
        (finding) => finding.prediction === null || finding.prediction.cause !== 'memory-access',
      ),
    ).toBe(true);
  });

  it('are analysed but for the statement that cannot be read', () => {
    const advice = adviceOn(`__kernel void a(__global float *x, __global float *y) {
      size_t i = get_global_id(0); int j = i;
      again: j += 3; if (j < 9) goto again;
      y[i] = x[j] + x[i]; }`);
    expect(advice.source.unread.length).toBeGreaterThan(0);
    expect(advice.sizes[0]?.accesses?.map(({ argument, kind }) => `${argument} ${kind}`)).toEqual([
      'x not-analysed',
      'x contiguous',
      'y contiguous',
    ]);
    expect(advice.source).toMatchObject({ accesses: 3, notAnalysed: 1, arguments: ['x'] });
  });

  it.each([
    '',
    '{{{{',
    '}',
    '__kernel void a(',
    '__kernel void a() { for (;;) }',
    '__kernel void a() { if (',
    '"',
    '__kernel void a() { ((((((((((1; }',
    '__kernel void a(__global int *x) { while (1) { x[get_global_id(0)]++; } }',
    '#define F(x) F(x) F(x)\n__kernel void a(__global int *x) { F(x[0] = 1;) }',
    'int f(int n) { return f(n - 1) + f(n - 2); } __kernel void a(__global int *x) { x[f(3)] = 1; }',
    `__kernel void a(__global int *x) { x[${'('.repeat(5000)}1${')'.repeat(5000)}] = 1; }`,
  ])('never throw and never take long: %s', (sourceText) => {
    const start = performance.now();
    expect(() => adviceOn(sourceText)).not.toThrow();
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

describe('the time that advice takes', () => {
  /** CPU time of work that does not change with the project, ms: how fast this machine is just now. */
  const yardstick = (): number => {
    const values = new Float64Array(4096).map((_, at) => (at * 7919) % 4096);
    const begin = process.cpuUsage();
    let sum = 0;
    for (let turn = 0; turn < 50; turn += 1) sum += Float64Array.from(values).sort()[turn] ?? 0;
    expect(sum).toBeGreaterThan(0);
    return process.cpuUsage(begin).user / 1000;
  };

  // The figure to reach, 50 ms, is held by the bench (advice-time); here others use the machine too.
  it(
    'stays small for 500 configurations, measured by what else this machine does',
    { timeout: 60_000 },
    () => {
      const ratios = Array.from({ length: 25 }, (_, start) => {
        const run = manyShapesRun(start);
        expect(run.devices[0]?.configurations).toHaveLength(500);
        const unit = yardstick();
        const begin = process.cpuUsage();
        advise(run);
        return process.cpuUsage(begin).user / 1000 / unit;
      });
      console.log(
        `advice for 500 configurations: least ${Math.min(...ratios).toFixed(2)} yardsticks`,
      );
      expect(Math.min(...ratios)).toBeLessThan(15);
    },
  );
});
