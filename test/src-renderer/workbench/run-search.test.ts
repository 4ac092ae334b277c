import { describe, expect, it } from 'vitest';
import { summarizeRun } from '@shared/domain/run';
import { matchesRun } from '@renderer/views/runs/run-search';
import { buildRun } from '../../support/run-builder';

const summary = summarizeRun(buildRun('device Radeon W7800\n64: 1 2 3'));

describe('searching runs', () => {
  it.each(['', 'radeon', 'W7800 a', '2026-11-29', 'Nov 29'])('finds by %j', (search) => {
    expect(matchesRun(summary, search, 'Nov 29, 2026')).toBe(true);
  });

  it('needs every word', () => {
    expect(matchesRun(summary, 'radeon geforce', 'Nov 29, 2026')).toBe(false);
  });
});
