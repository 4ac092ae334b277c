/**
 * Reads what NVIDIA's assembler says of each kernel in a build with `-cl-nv-verbose`. Refuses nothing: lines
 * that it does not know are passed over, and a log without such lines (a build out of the compile cache has an
 * empty one) gives no kernels.
 */
import type { KernelHardware } from '../kernel';
import { bytes } from '../units';

const entryLine = /Compiling entry function '([^']+)' for '([^']+)'/;
const propertiesLine = /Function properties for '?([\w$.]+)'?/;
const spillLine = /(\d+) bytes spill stores, (\d+) bytes spill loads/;
const usedLine = /Used (\d+) registers(.*)$/;

/** By kernel name: registers per work-item, barriers, static local memory and spilled bytes. */
export const parseNvidiaLog = (log: string): ReadonlyMap<string, KernelHardware> => {
  const kernels = new Map<string, KernelHardware>();
  let entry: { readonly name: string; readonly target: string } | null = null;
  let described = '';
  const spilled = new Map<string, number>();
  for (const line of log.split(/\r?\n/)) {
    const [, name, target] = entryLine.exec(line) ?? [];
    if (name !== undefined && target !== undefined) entry = { name, target };
    described = propertiesLine.exec(line)?.[1] ?? described;
    const [, stores] = spillLine.exec(line) ?? [];
    if (stores !== undefined) spilled.set(described, Number(stores));
    const [, registers, rest] = usedLine.exec(line) ?? [];
    if (registers === undefined || rest === undefined || entry === null) continue;
    kernels.set(
      entry.name,
      describe(entry.target, Number(registers), rest, spilled.get(entry.name)),
    );
    entry = null;
  }
  return kernels;
};

/** `rest`: `, used 1 barriers, 49156 bytes smem, 348 bytes cmem[0]`; what needs none is left out of it. */
const describe = (
  target: string,
  registers: number,
  rest: string,
  spilled: number | undefined,
): KernelHardware => {
  const barriers = /used (\d+) barriers/.exec(rest)?.[1];
  const shared = /(\d+)(?:\+\d+)? bytes smem/.exec(rest)?.[1];
  return {
    source: 'nvidia-log',
    target,
    wavefrontWidth: null,
    registers,
    scalarRegisters: null,
    localMemory: bytes(Number(shared ?? 0)),
    barriers: barriers === undefined ? null : Number(barriers),
    spilled: spilled === undefined ? null : bytes(spilled),
    workGroupProcessorMode: null,
  };
};
