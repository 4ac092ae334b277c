import { describe, expect, it } from 'vitest';
import { withoutControls, type Console } from '@main/cli/console';

const capture = () => {
  const written: string[] = [];
  const io: Console = {
    out: (text) => written.push(text),
    err: (text) => written.push(text),
    isTerminal: true,
    onInterrupt: () => () => undefined,
  };
  return { written, io: withoutControls(io) };
};

describe('what the command line prints', () => {
  it.each([
    '\u001B]0;title\u0007',
    '\u001B[2J',
    'a\rb',
    '\u009B31m',
    'x\u202Eexe',
    '\u0000',
    'text \r\u001B[K',
  ])('holds no control character of a name: %j', (name) => {
    const { written, io } = capture();
    io.out(`Device ${name}\n`);
    io.err(`Device ${name}\n`);
    for (const text of written) {
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
      expect(text.endsWith('\n')).toBe(true);
    }
  });

  it('keeps line breaks, tabs, other scripts, and clearing the progress line', () => {
    const { written, io } = capture();
    io.err('\r\u001B[K16 done\tµs 设备\n');
    expect(written).toEqual(['\r\u001B[K16 done\tµs 设备\n']);
  });
});
