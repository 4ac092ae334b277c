import { describe, expect, it } from 'vitest';
import { summarizeRun } from '@shared/domain/run';
import { matchesRun, tagsIn } from '@renderer/views/runs/run-search';
import { buildRun } from '../../support/run-builder';

const summary = summarizeRun(buildRun('device Radeon W7800\n64: 1 2 3'));
const shown = { started: 'Nov 29, 2026', phase: 'Finished', recorded: '' };
const noted = { ...summary, notes: { title: 'Night', note: 'fans off', tags: ['lab', 'Room 4'] } };

describe('searching runs', () => {
  it.each(['', 'radeon', 'W7800 a', '2026-11-29', 'Nov 29', 'device:radeon', 'date:2026-11'])(
    'finds by %j',
    (search) => {
      expect(matchesRun(summary, search, shown)).toBe(true);
    },
  );

  it.each(['night', 'fans', 'tag:lab', 'TAG：LAB', 'room', 'tag:room radeon', 'state:finished'])(
    'finds what somebody wrote about a run, and its state, by %j',
    (search) => {
      expect(matchesRun(noted, search, shown)).toBe(true);
    },
  );

  it.each(['radeon geforce', 'tag:lab', 'kernel:radeon', 'device:2026', 'state:failed'])(
    'does not find by %j',
    (search) => {
      expect(matchesRun(summary, search, shown)).toBe(false);
    },
  );

  it('finds recorded runs by their state and their driver, and the others not', () => {
    const recorded = { ...summary, recorded: { drivers: ['580.159'] } };
    const words = { ...shown, recorded: 'Recorded on X, driver 580.159' };
    expect(matchesRun(recorded, 'state:recorded 580', words)).toBe(true);
    expect(matchesRun(summary, 'state:recorded', shown)).toBe(false);
  });

  it('counts the tags, the most used first', () => {
    const other = { ...noted, notes: { ...noted.notes, tags: ['b', 'Room 4'] } };
    expect(tagsIn([summary, noted, other])).toEqual([
      { tag: 'Room 4', count: 2 },
      { tag: 'b', count: 1 },
      { tag: 'lab', count: 1 },
    ]);
  });
});
