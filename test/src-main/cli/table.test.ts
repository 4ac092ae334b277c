import { describe, expect, it } from 'vitest';
import { formatTable } from '@main/cli/table';

describe('a table', () => {
  it('aligns by column, counts characters and not bytes, and ends lines without spaces', () => {
    const text = formatTable(
      [
        { head: 'size', align: 'right' },
        { head: 'median/µs', align: 'right' },
        { head: 'outcome', align: 'left' },
      ],
      [
        ['8×8', '1.25', 'measured'],
        ['1024', '–', ''],
      ],
    );
    expect(text).toBe('size  median/µs  outcome\n 8×8       1.25  measured\n1024          –\n');
  });
});
