import { describe, expect, it, vi } from 'vitest';
import { crashText } from '@main/electron/crash-report';

vi.mock('electron', () => ({ app: {}, crashReporter: {}, dialog: {}, shell: {} }));

describe('a crash report', () => {
  it('says what crashed, when, and which versions, and that it stays here', () => {
    const text = crashText(
      { part: 'page', reason: 'oom', detail: 'exit code 5' },
      { at: new Date(0), versions: { app: '1.2.3', electron: undefined }, system: 'linux x64' },
    );
    for (const said of [
      'stays on this computer',
      '1970-01-01T00:00:00.000Z',
      'part:    page',
      'reason:  oom',
      'app:     1.2.3',
      'unknown',
      'exit code 5',
    ]) {
      expect(text).toContain(said);
    }
  });
});
