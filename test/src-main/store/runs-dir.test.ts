import { describe, expect, it } from 'vitest';
import { defaultRunsDir } from '@main/store/runs-dir';

const at = (platform: NodeJS.Platform, env: Record<string, string> = {}): string =>
  defaultRunsDir({ platform, env, home: '/home/me' });

describe('the default runs folder', () => {
  it('is where Electron keeps the data of the app', () => {
    expect(at('linux')).toBe('/home/me/.config/NDRange Workbench/runs');
    expect(at('linux', { XDG_CONFIG_HOME: '/x' })).toBe('/x/NDRange Workbench/runs');
    expect(at('darwin')).toBe('/home/me/Library/Application Support/NDRange Workbench/runs');
    expect(at('win32', { APPDATA: '/roaming' })).toBe('/roaming/NDRange Workbench/runs');
  });

  it('gives way to NDRANGE_RUNS_DIR unless that is empty', () => {
    expect(at('linux', { NDRANGE_RUNS_DIR: '/mine' })).toBe('/mine');
    expect(at('linux', { NDRANGE_RUNS_DIR: '' })).toContain('.config');
  });
});
