/** `ndrange advise`, without OpenCL: a run from a store. */
import { describe, expect, it } from 'vitest';
import { commandAdvise } from '@main/cli/command-advise';
import type { MakeEngine } from '@main/cli/command-sweep';
import { problem } from '@shared/domain/problem';
import { err, ok } from '@shared/domain/result';
import { buildEvents } from '../../support/run-builder';

const ask = async (...argv: string[]) => {
  const said = { out: '', err: '' };
  const read = (run: string) =>
    Promise.resolve(
      run === 'known'
        ? ok(
            buildEvents(
              '16: 400 401 402 400 401\n64: 100 101 100 102 101\nauto: 100 101 100 102 101',
            ),
          )
        : err(problem('unknown-run', `There is no run ${run}.`)),
    );
  const makeEngine = (() => ({ runs: { read } })) as unknown as MakeEngine;
  const code = await commandAdvise(
    argv,
    {
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      isTerminal: false,
      onInterrupt: () => () => undefined,
    },
    makeEngine,
  );
  return { code, ...said };
};

describe('ndrange advise', () => {
  it('tells the verdict, the findings, the rules and the sizes', async () => {
    const { code, out } = await ask('known');
    expect(code).toBe(0);
    expect(out).toContain('Device A');
    expect(out).toMatch(
      /- 16 leaves 50\.0\s% of the lanes idle \(wavefront of 32\): 2\.0× predicted, 4\.0× measured .*the prediction fails/,
    );
    expect(out).toContain('NULL is never optimal: does not hold');
    expect(out).toContain('One size for the lab: only one device was measured.');
    expect(out).toMatch(/local size\s+lanes used\s+occupancy/);
  });

  it('gives the same as JSON, with the source of every fact', async () => {
    const { code, out } = await ask('known', '--json');
    expect(code).toBe(0);
    const advice = JSON.parse(out) as {
      devices: { findings: unknown[]; lanes: { source: { kind: string } } }[];
    };
    expect(advice.devices[0]?.findings.length).toBeGreaterThan(0);
    expect(advice.devices[0]?.lanes.source.kind).toBe('queried');
  });

  it('names the run that is not there, and the one that is missing', async () => {
    expect(await ask('other')).toMatchObject({
      code: 2,
      out: '',
      err: 'ndrange: There is no run other.\n',
    });
    expect((await ask()).code).toBe(2);
    expect((await ask('known', '--bogus')).code).toBe(2);
  });
});
