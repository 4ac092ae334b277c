import { describe, expect, it } from 'vitest';
import { judge } from '@shared/domain/ranking';
import type { Run } from '@shared/domain/run-types';
import { labModel, type LabDevice } from '@renderer/components/advisor/lab-model';
import { around } from '../../support/advisor-runs';
import { buildRun } from '../../support/run-builder';
import { words } from './advisor-fixture';

const plain = (text: string): string => text.replaceAll('\u2009', ' ');
const shown = (run: Run, from = 0): readonly LabDevice[] =>
  run.devices.map((state, at) => ({
    slot: from + at,
    label: state.device.name,
    run,
    state,
    verdict: judge(run, state.device.key),
  }));

const two = buildRun(
  [
    'device GPU',
    `16: ${around(40)}`,
    `64: ${around(12)}`,
    `256: ${around(10)}`,
    `1024: ${around(11)}`,
    `auto: ${around(10)}`,
    'device CPU',
    `16: ${around(10_000)}`,
    `64: ${around(15_000)}`,
    `256: ${around(17_000)}`,
    'auto: 9000000 9000000 9000000 9000000 9000000',
  ].join('\n'),
);

describe('one size for the lab', () => {
  const model = labModel(shown(two), words());

  it('is the one of the least worst loss, with its loss on each device', () => {
    expect(model.reason).toBe('');
    // 64: 1.2× and 1.67×; 256: 1× and 1.89×; 16: 4× and 1.11×.
    expect(model.size).toBe('64');
    expect(model.losses.map(({ label, ratio }) => [label, ratio])).toEqual([
      ['GPU', '1.20×'],
      ['CPU', '1.67×'],
    ]);
    expect(model.losses[1]?.help).toBe('CPU: 1.67× its own best, NULL');
    expect(model.losses[0]?.share).toBeLessThan(model.losses[1]?.share ?? 0);
  });

  it('says what a single choice costs', () => {
    expect(plain(model.price)).toMatch(
      /^Price of a single choice: \+41\.\d % time over these devices, 6\.0\d ms more per launch on CPU\.$/,
    );
    expect(plain(labModel(shown(two), words('zh-CN')).price)).toMatch(
      /在 CPU 上每次启动多 6\.0\d ms/,
    );
  });

  it('lists the alternatives by their worst loss, and what some device did not measure', () => {
    expect(model.alternatives.map(({ label, worst }) => [label, worst])).toEqual([
      ['64', '1.67×'],
      ['256', '1.89×'],
      ['16', '4.0×'],
    ]);
    expect(model.notes).toEqual(['Left out: 1024, not measured on every device.']);
  });

  it('leaves out what measured something else', () => {
    const other = buildRun(`device X\n64: ${around(1)}\n256: ${around(2)}`, {
      spec: { kernel: 'another' },
    });
    const mixed = labModel([...shown(two), ...shown(other, 2)], words());
    expect(mixed.size).toBe('64');
    expect(mixed.notes[0]).toBe('Left out: X, another kernel, source or global size.');
  });

  it('says why there is none', () => {
    expect(labModel(shown(two).slice(0, 1), words()).reason).toMatch(/^Only one device/);
    const apart = buildRun(
      `device A\n64: ${around(1)}\n128: ${around(2)}\ndevice B\n256: ${around(1)}\n512: ${around(2)}`,
    );
    expect(labModel(shown(apart), words('zh-CN')).reason).toMatch(/^没有在所有/);
  });
});
