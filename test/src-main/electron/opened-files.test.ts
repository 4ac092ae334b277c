import { describe, expect, it } from 'vitest';
import { createOpenedFiles, fileArguments } from '@main/electron/opened-files';

describe('files that the system gives the app', () => {
  it('are the arguments that are named like ours, wherever they lie', () => {
    const argv = [
      '/opt/app',
      '--no-sandbox',
      '.',
      '/a/b.ndrun',
      'c.sweep.json',
      'd.cl',
      'e.txt',
      '--x=f.cl',
    ];
    expect(fileArguments(argv, '/home/u')).toEqual([
      '/a/b.ndrun',
      '/home/u/c.sweep.json',
      '/home/u/d.cl',
    ]);
  });

  it('wait in their order until they are asked for, each once', () => {
    let told = 0;
    const files = createOpenedFiles(() => (told += 1));
    files.add([]);
    expect(told).toBe(0);
    files.add(['/a.ndrun', '/b.cl']);
    expect(told).toBe(1);
    expect([files.next(), files.next(), files.next()]).toEqual(['/a.ndrun', '/b.cl', null]);
  });
});
