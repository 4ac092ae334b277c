import { describe, expect, it, vi } from 'vitest';
import { encodeIcns, encodeIco } from '../../build/icons/draw-icons.mjs';
import { controlFile, parseFpmArguments } from '../../build/scripts/make-deb.mjs';
import { packagePlan } from '../../build/scripts/package.mjs';
import { commandLineOf } from '@main/electron/command-line-switch';

vi.mock('electron', () => ({ app: {}, utilityProcess: {} }));

const png = (size: number) => ({ size, png: Buffer.alloc(size, size) });

describe('icon files', () => {
  it('hold each picture where their directory says', () => {
    const ico = encodeIco([png(16), png(256)]);
    expect(ico.readUInt16LE(4)).toBe(2);
    expect([ico.readUInt8(6), ico.readUInt8(22)]).toEqual([16, 0]);
    const offset = ico.readUInt32LE(22 + 12);
    expect(ico.subarray(offset, offset + ico.readUInt32LE(22 + 8))).toEqual(png(256).png);
  });

  it('for macOS leave out sizes that the format has no name for', () => {
    const icns = encodeIcns([png(24), png(32)]);
    expect(icns.toString('latin1', 0, 4)).toBe('icns');
    expect(icns.readUInt32BE(4)).toBe(icns.length);
    expect(icns.toString('latin1', 8, 12)).toBe('icp5');
    expect(icns.length).toBe(8 + 8 + 32);
  });
});

describe('the stand-in for fpm', () => {
  it('splits arguments as electron-builder gives them, also paths with an equals sign', () => {
    const { one, all, files } = parseFpmArguments([
      '-s',
      'dir',
      '--force',
      '-t',
      'deb',
      '-d',
      'a | b',
      '-d',
      'c',
      '--name',
      'x',
      '/p=q/=/opt/x',
    ]);
    expect(one('-t')).toBe('deb');
    expect(all('-d')).toEqual(['a | b', 'c']);
    expect(files).toEqual([{ from: '/p=q/', to: '/opt/x' }]);
  });

  it('refuses what it would have to ignore', () => {
    expect(() => parseFpmArguments(['--deb-systemd', 'x'])).toThrow('--deb-systemd');
  });

  it('writes a control file without empty fields, its description indented', () => {
    const given = parseFpmArguments([
      '--name',
      'x',
      '--version',
      '1~a',
      '--description',
      'Short\n Long\n\n more',
    ]);
    expect(controlFile(given, 7)).toBe(
      'Package: x\nVersion: 1~a\nInstalled-Size: 7\nDescription: Short\n Long\n .\n more\n',
    );
  });
});

describe('the plan of packages', () => {
  const at = (platform: string, hasTools: boolean) =>
    packagePlan({ platform, hasTools, hasDpkg: platform === 'linux', isRelease: true });
  const can = (plan: ReturnType<typeof at>) =>
    plan.filter((row) => row.can).map(({ name }) => name);

  it('says what each system makes', () => {
    expect(can(at('linux', false))).toEqual(['deb', 'tar.gz']);
    expect(can(at('linux', true))).toEqual(['deb', 'tar.gz', 'AppImage']);
    expect(can(at('win32', true))).toEqual(['nsis']);
    expect(can(at('darwin', true))).toEqual(['dmg']);
  });

  it('gives the command for each that is not made here, and never publishes', () => {
    for (const { command } of at('linux', false)) expect(command).toMatch(/--publish never$/);
  });
});

describe('the command line inside the app', () => {
  it('is meant only by its own switch before the two dashes', () => {
    expect(commandLineOf(['/app', '--ndrange-command-line', '--', 'devices', '--json'])).toEqual([
      'devices',
      '--json',
    ]);
    expect(commandLineOf(['/app', '--ndrange-command-line'])).toEqual([]);
    expect(commandLineOf(['/app', 'x.ndrun'])).toBeNull();
    expect(commandLineOf(['/app', '--', '--ndrange-command-line'])).toBeNull();
  });
});
