/**
 * Finds the kernel metadata in an AMD program binary: an ELF file with a note of the owner AMDGPU, whose
 * content is MessagePack (code object version 3 and later). Refuses older code objects and other binaries by
 * giving no kernels. Field names: User Guide for AMDGPU Backend, "Code Object V3 Metadata" and later.
 */
import type { KernelHardware } from '../kernel';
import { bytes } from '../units';
import { readElf, type Elf } from './elf';
import { readMessagePack, type Packed } from './message-pack';

/** NT_AMDGPU_METADATA. */
const metadataNote = 32;

/** By kernel name; empty where the binary holds no such metadata. */
export const parseAmdMetadata = (binary: Uint8Array): ReadonlyMap<string, KernelHardware> => {
  const kernels = new Map<string, KernelHardware>();
  const elf = readElf(binary);
  for (const note of elf?.noteBlocks.flatMap(notesIn) ?? []) {
    const root = readMessagePack(note);
    const listed = field(root, 'amdhsa.kernels');
    const target = field(root, 'amdhsa.target');
    if (!Array.isArray(listed)) continue;
    for (const kernel of listed as readonly Packed[]) {
      const name = field(kernel, '.name');
      if (typeof name === 'string') {
        kernels.set(name, describe(kernel, typeof target === 'string' ? target : null, elf));
      }
    }
  }
  return kernels;
};

const field = (from: Packed | undefined, key: string): Packed | undefined =>
  typeof from === 'object' && from !== null && !Array.isArray(from)
    ? (from as { readonly [key: string]: Packed })[key]
    : undefined;

const describe = (kernel: Packed, target: string | null, elf: Elf | null): KernelHardware => {
  const count = (key: string): number | null => {
    const value = field(kernel, key);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  const group = count('.group_segment_fixed_size');
  const vectorSpills = count('.vgpr_spill_count');
  return {
    source: 'amd-metadata',
    target,
    wavefrontWidth: count('.wavefront_size'),
    // On CDNA 2 and later it counts the accumulation registers too: both come out of one file.
    registers: count('.vgpr_count'),
    scalarRegisters: count('.sgpr_count'),
    localMemory: group === null ? null : bytes(group),
    barriers: null,
    spilled: vectorSpills === null ? null : bytes(vectorSpills * 4),
    workGroupProcessorMode: processorMode(kernel, target, elf),
  };
};

/**
 * The metadata says it since version 5 of the code object, and not of every compiler; the kernel's
 * descriptor says it always, on targets that have the mode: bit 29 of COMPUTE_PGM_RSRC1, at byte 48.
 */
const processorMode = (kernel: Packed, target: string | null, elf: Elf | null): boolean | null => {
  const told = field(kernel, '.workgroup_processor_mode');
  if (typeof told === 'boolean') return told;
  if (typeof told === 'number') return told !== 0;
  const symbol = field(kernel, '.symbol');
  if (typeof symbol !== 'string' || !/-gfx1[0-9a-f]{3}\b/.test(target ?? '')) return null;
  const descriptor = elf?.bytesAt(symbol, 64);
  return descriptor === null || descriptor === undefined
    ? null
    : ((descriptor[48 + 3] ?? 0) & 0x20) !== 0;
};

const padded = (length: number): number => Math.ceil(length / 4) * 4;

const notesIn = (block: Uint8Array): readonly Uint8Array[] => {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const notes: Uint8Array[] = [];
  let at = 0;
  while (at + 12 <= block.length) {
    const nameLength = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    const type = view.getUint32(at + 8, true);
    const content = at + 12 + padded(nameLength);
    if (content + length > block.length) break;
    const owner = String.fromCharCode(...block.subarray(at + 12, Math.min(at + 18, content)));
    if (type === metadataNote && owner === 'AMDGPU') {
      notes.push(block.subarray(content, content + length));
    }
    at = content + padded(length);
  }
  return notes;
};
