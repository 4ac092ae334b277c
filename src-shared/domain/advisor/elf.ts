/**
 * The parts of a 64-bit little-endian ELF file that a reader of program binaries needs: blocks of notes, and
 * the bytes behind a symbol. Refuses other files with null, and passes over whatever lies outside the file.
 */
export interface Elf {
  /** Contents of the note sections, or of the note segments where there are no such sections. */
  readonly noteBlocks: readonly Uint8Array[];
  /** The `length` bytes at the symbol's place in the file; null where there is no such symbol. */
  bytesAt(symbol: string, length: number): Uint8Array | null;
}

interface Block {
  readonly type: number;
  readonly address: number;
  readonly from: number;
  readonly to: number;
  /** Section headers only: the section that holds the names. */
  readonly link: number;
}

const sectionTypes = { symbols: 2, notes: 7, dynamicSymbols: 11 } as const;
const noteSegment = 4;
const symbolSize = 24;

interface HeaderTable {
  readonly at: number;
  readonly size: number;
  readonly count: number;
  readonly fields: {
    readonly type: number;
    readonly address: number;
    readonly offset: number;
    readonly length: number;
    readonly link: number | null;
  };
}

export const readElf = (binary: Uint8Array): Elf | null => {
  const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
  const isElf =
    binary.length >= 64 && view.getUint32(0) === 0x7f454c46 && binary[4] === 2 && binary[5] === 1;
  if (!isElf) return null;
  const sections = readBlocks(view, {
    at: Number(view.getBigUint64(40, true)),
    size: view.getUint16(58, true),
    count: view.getUint16(60, true),
    fields: { type: 4, address: 16, offset: 24, length: 32, link: 40 },
  });
  const segments = readBlocks(view, {
    at: Number(view.getBigUint64(32, true)),
    size: view.getUint16(54, true),
    count: view.getUint16(56, true),
    fields: { type: 0, address: 16, offset: 8, length: 32, link: null },
  });
  const notes = sections.filter((section) => section?.type === sectionTypes.notes);
  const blocks = notes.length > 0 ? notes : segments.filter((part) => part?.type === noteSegment);
  return {
    noteBlocks: blocks.flatMap((block) =>
      block === null ? [] : [binary.subarray(block.from, block.to)],
    ),
    bytesAt: (symbol, length) => {
      const at = findSymbol(view, sections, symbol);
      return at === null || at + length > binary.length ? null : binary.subarray(at, at + length);
    },
  };
};

/** One entry for each header, since symbols name sections by number; null where it lies outside the file. */
const readBlocks = (view: DataView, table: HeaderTable): readonly (Block | null)[] => {
  const blocks: (Block | null)[] = [];
  const { fields } = table;
  for (let index = 0; index < table.count; index += 1) {
    const at = table.at + index * table.size;
    if (!(at + fields.length + 16 <= view.byteLength)) break;
    const from = Number(view.getBigUint64(at + fields.offset, true));
    const to = from + Number(view.getBigUint64(at + fields.length, true));
    blocks.push(
      to <= view.byteLength
        ? {
            type: view.getUint32(at + fields.type, true),
            address: Number(view.getBigUint64(at + fields.address, true)),
            from,
            to,
            link: fields.link === null ? 0 : view.getUint32(at + fields.link, true),
          }
        : null,
    );
  }
  return blocks;
};

/** Where the symbol lies in the file: in a linked file its value is an address, in an object an offset. */
const findSymbol = (
  view: DataView,
  sections: readonly (Block | null)[],
  wanted: string,
): number | null => {
  for (const table of sections) {
    if (table?.type !== sectionTypes.symbols && table?.type !== sectionTypes.dynamicSymbols) {
      continue;
    }
    const names = sections[table.link];
    if (names === null || names === undefined) continue;
    for (let at = table.from; at + symbolSize <= table.to; at += symbolSize) {
      if (!isNamed(view, names, view.getUint32(at, true), wanted)) continue;
      const home = sections[view.getUint16(at + 6, true)];
      const value = Number(view.getBigUint64(at + 8, true));
      if (home !== null && home !== undefined && value >= home.address) {
        return home.from + value - home.address;
      }
    }
  }
  return null;
};

const isNamed = (view: DataView, names: Block, at: number, wanted: string): boolean => {
  const from = names.from + at;
  if (from + wanted.length + 1 > names.to) return false;
  for (let index = 0; index < wanted.length; index += 1) {
    if (view.getUint8(from + index) !== wanted.charCodeAt(index)) return false;
  }
  return view.getUint8(from + wanted.length) === 0;
};
