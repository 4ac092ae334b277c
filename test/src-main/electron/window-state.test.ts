import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fitToScreens, readWindowState, writeWindowState } from '@main/electron/window-state';

const screen = { x: 0, y: 0, width: 1920, height: 1040 };
const right = { x: 1920, y: 0, width: 2560, height: 1400 };
const state = { x: 100, y: 50, width: 1440, height: 900, maximized: false };

describe('a remembered place', () => {
  it('is kept where it fits', () => {
    expect(fitToScreens(state, [screen])).toEqual(state);
  });

  it('goes to the screen that it overlaps most', () => {
    const between = { ...state, x: 1800, y: 0 };
    expect(fitToScreens(between, [screen, right])?.x).toBe(1920);
  });

  it('is pulled wholly onto the screen', () => {
    const off = { ...state, x: 1500, y: -300 };
    expect(fitToScreens(off, [screen])).toMatchObject({ x: 480, y: 0 });
  });

  it('is forgotten when its screen is gone', () => {
    expect(fitToScreens({ ...state, x: 2500 }, [screen])).toBeNull();
  });

  it('is shrunk to a smaller screen, and never below the least size where there is room', () => {
    const small = { x: 0, y: 0, width: 1280, height: 760 };
    expect(fitToScreens(state, [small])).toMatchObject({ width: 1280, height: 760 });
    expect(fitToScreens({ ...state, width: 10, height: 10 }, [screen])).toMatchObject({
      width: 1024,
      height: 700,
    });
  });
});

describe('its file', () => {
  let dir = '';
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'window-state-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('is read back as written', () => {
    const file = join(dir, 'state.json');
    writeWindowState(file, state);
    expect(readWindowState(file)).toEqual(state);
  });

  it.each(['', '{"x":', '[]', '{"x":1}', '{"x":1e9,"y":0,"width":1,"height":1,"maximized":false}'])(
    'counts as absent when it holds %j',
    (text) => {
      const file = join(dir, 'state.json');
      writeFileSync(file, text);
      expect(readWindowState(file)).toBeNull();
    },
  );

  it('does no harm when it cannot be written', () => {
    expect(() => writeWindowState(join(dir, 'no', 'folder'), state)).not.toThrow();
  });
});
