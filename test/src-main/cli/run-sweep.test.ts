import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unwritable } from '@main/cli/run-sweep';

const inFolder = (name: string): string => join(tmpdir(), name);

describe('the places of the two tables', () => {
  it('may not be the same file, however it is written', async () => {
    const places = { csv: inFolder('a.csv'), samplesCsv: `${tmpdir()}/./a.csv` };
    expect(await unwritable(places)).toMatchObject({ code: 'invalid-option' });
  });

  it('may lie in the same folder', async () => {
    expect(await unwritable({ csv: inFolder('a.csv'), samplesCsv: inFolder('b.csv') })).toBeNull();
  });
});
