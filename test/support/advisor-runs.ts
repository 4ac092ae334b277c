/**
 * Runs for tests of the advisor: what one NVIDIA H200 gave (medians in µs, five rounds with a little spread
 * around them), with the hardware's own queries and the compiler's figures beside them.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { HardwareQueries } from '@shared/domain/device';
import type { KernelHardware } from '@shared/domain/kernel';
import type { Run } from '@shared/domain/run-types';
import type { Argument } from '@shared/domain/sweep';
import { bytes } from '@shared/domain/units';
import { buildRun } from './run-builder';

/** Both from here and from a bundle in out/bench the kernels lie two folders above. */
export const exampleSource = (name: string): string =>
  readFileSync(resolve(import.meta.dirname, '../../kernels', `${name}.cl`), 'utf8');

const wobble = [1, 1.004, 0.997, 1.002, 0.999, 1.003] as const;

/** Rounds around a median in µs, as a fixture line has them. */
export const around = (microseconds: number): string =>
  wobble.map((factor) => Math.round(microseconds * 1000 * factor)).join(' ');

export const h200Hardware: HardwareQueries = {
  nvidia: {
    computeCapability: { ok: true, value: [9, 0] },
    warpSize: { ok: true, value: 32 },
    registersPerGroup: { ok: true, value: 65536 },
  },
};

export const compiled = (registers: number): KernelHardware => ({
  source: 'nvidia-log',
  target: 'sm_90a',
  wavefrontWidth: null,
  registers,
  scalarRegisters: null,
  localMemory: bytes(0),
  barriers: 0,
  spilled: bytes(0),
  workGroupProcessorMode: null,
});

/** Puts the hardware's queries and the compiler's figures into every device of a run. */
export const onH200 = (run: Run, registers: number): Run => ({
  ...run,
  devices: run.devices.map((device) => ({
    ...device,
    device: { ...device.device, hardware: h200Hardware },
    kernel: device.kernel && {
      ...device.kernel,
      localMemory: bytes(0),
      hardware: compiled(registers),
    },
  })),
});

const scalar = (name: string, value: string, type = 'uint'): Argument => ({
  kind: 'scalar',
  name,
  type,
  value,
});
const buffer = (name: string, count: string): Argument => ({
  kind: 'buffer',
  name,
  type: 'float',
  count,
  init: { constant: 0 },
  write: true,
});

/** Medians of the straight transpose of 4096², µs; the driver's choice was 256x1. */
export const transposeTimes: Readonly<Record<string, number>> = {
  '8x8': 165.376, '16x16': 128.768, '32x8': 253.44, '8x32': 73.984, '32x32': 252.928, '64x4': 256.512,
  '4x64': 73.216, '256x1': 259.584, '1x256': 134.912, '64x16': 250.112, auto: 259.328,
}; // prettier-ignore

export const transposeRun = (times: Readonly<Record<string, number>> = transposeTimes): Run =>
  onH200(
    buildRun(
      [
        'device NVIDIA H200 multiple=32',
        ...Object.entries(times).map(
          ([size, median]) => `${size}: ${around(median)}${size === 'auto' ? ' -> 256x1' : ''}`,
        ),
      ].join('\n'),
      {
        header: { sourceText: exampleSource('transpose-naive') },
        spec: {
          kernel: 'transpose_naive',
          global: [4096, 4096],
          args: [
            buffer('in', 'gx*gy'),
            buffer('out', 'gx*gy'),
            scalar('width', 'gx'),
            scalar('height', 'gy'),
          ],
        },
      },
    ),
    10,
  );

export const saxpyTimes: Readonly<Record<string, number>> = {
  '16': 47.104, '32': 27.136, '48': 20.992, '64': 17.664, '128': 12.8, '256': 12.8, '512': 13.056,
  '1024': 13.312, auto: 12.8,
}; // prettier-ignore

export const saxpyRun = (times: Readonly<Record<string, number>> = saxpyTimes): Run =>
  onH200(
    buildRun(
      [
        'device NVIDIA H200 multiple=32',
        ...Object.entries(times).map(
          ([size, median]) => `${size}: ${around(median)}${size === 'auto' ? ' -> 256' : ''}`,
        ),
      ].join('\n'),
      {
        header: { sourceText: exampleSource('saxpy') },
        spec: {
          kernel: 'saxpy',
          args: [
            buffer('x', 'gx'),
            buffer('y', 'gx'),
            scalar('a', '2', 'float'),
            scalar('iter_count', '100', 'int'),
            scalar('n', 'gx'),
          ],
        },
      },
    ),
    12,
  );

/** The straight transpose over 500 shapes of many widths; another list for each `start`, so that nothing is remembered. */
export const manyShapesRun = (start: number): Run => {
  const sizes = Array.from({ length: 500 }, (_, at) => {
    const size = `${1 + ((at * 7 + start) % 40)}x${1 + Math.floor(at / 20)}`;
    return `${size}: 100 101 102 103 104 105`;
  });
  const { args } = transposeRun().header.spec;
  const spec = { kernel: 'transpose_naive', global: [4096, 4096], args };
  const header = { sourceText: exampleSource('transpose-naive') };
  return onH200(buildRun(sizes.join('\n'), { header, spec }), 10);
};
