/**
 * Finds the kernel metadata in an AMD program binary: an ELF file with a note of the owner AMDGPU, whose
 * content is MessagePack (code object version 3 and later). Refuses older code objects and other binaries by
 * giving no kernels. Field names: User Guide for AMDGPU Backend, "Code Object V3 Metadata" and later.
 */
import type { KernelHardware } from '../kernel';
import { bytes } from '../units';
import { readMessagePack, type Packed } from './message-pack';

const noteSection = 7;
const noteSegment = 4;
/** NT_AMDGPU_METADATA. */
const metadataNote = 32;

/** By kernel name; empty where the binary holds no such metadata. */
export const parseAmdMetadata = (binary: Uint8Array): ReadonlyMap<string, KernelHardware> => {
  const kernels = new Map<string, KernelHardware>();
  for (const note of findNotes(binary)) {
    const root = readMessagePack(note);
    const listed = field(root, 'amdhsa.kernels');
    const target = field(root, 'amdhsa.target');
    if (!Array.isArray(listed)) continue;
    for (const kernel of listed as readonly Packed[]) {
      const name = field(kernel, '.name');
      if (typeof name === 'string') {
        kernels.set(name, describe(kernel, typeof target === 'string' ? target : null));
      }
    }
  }
  return kernels;
};

const field = (from: Packed | undefined, key: string): Packed | undefined =>
  typeof from === 'object' && from !== null && !Array.isArray(from)
    ? (from as { readonly [key: string]: Packed })[key]
    : undefined;

const describe = (kernel: Packed, target: string | null): KernelHardware => {
  const count = (key: string): number | null => {
    const value = field(kernel, key);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
  };
  const group = count('.group_segment_fixed_size');
  const vectorSpills = count('.vgpr_spill_count');
  const mode = field(kernel, '.workgroup_processor_mode');
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
    workGroupProcessorMode:
      typeof mode === 'number' ? mode !== 0 : typeof mode === 'boolean' ? mode : null,
  };
};

/** Contents of the metadata notes of a little-endian 64-bit ELF file, from its sections or else its segments. */
const findNotes = (binary: Uint8Array): readonly Uint8Array[] => {
  const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
  const isElf =
    binary.length >= 64 && view.getUint32(0) === 0x7f454c46 && binary[4] === 2 && binary[5] === 1;
  if (!isElf) return [];
  const inSections = findBlocks(view, {
    table: Number(view.getBigUint64(40, true)),
    size: view.getUint16(58, true),
    count: view.getUint16(60, true),
    type: { at: 4, is: noteSection },
    offsetAt: 24,
    lengthAt: 32,
  });
  const inSegments = findBlocks(view, {
    table: Number(view.getBigUint64(32, true)),
    size: view.getUint16(54, true),
    count: view.getUint16(56, true),
    type: { at: 0, is: noteSegment },
    offsetAt: 8,
    lengthAt: 32,
  });
  const blocks = inSections.length > 0 ? inSections : inSegments;
  return blocks.flatMap((block) => notesIn(binary.subarray(block.from, block.to)));
};

interface HeaderTable {
  readonly table: number;
  readonly size: number;
  readonly count: number;
  readonly type: { readonly at: number; readonly is: number };
  readonly offsetAt: number;
  readonly lengthAt: number;
}

const findBlocks = (
  view: DataView,
  { table, size, count, type, offsetAt, lengthAt }: HeaderTable,
): readonly { readonly from: number; readonly to: number }[] => {
  const blocks: { from: number; to: number }[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = table + index * size;
    if (!(at + lengthAt + 8 <= view.byteLength)) break;
    if (view.getUint32(at + type.at, true) !== type.is) continue;
    const from = Number(view.getBigUint64(at + offsetAt, true));
    const to = from + Number(view.getBigUint64(at + lengthAt, true));
    if (from < to && to <= view.byteLength) blocks.push({ from, to });
  }
  return blocks;
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
