// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defineComponent, h, nextTick } from 'vue';
import { flushPromises, type VueWrapper } from '@vue/test-utils';
import { acceleratorText, isPressed, type KeyPress } from '@renderer/commands/accelerator';
import type { AppCommand } from '@renderer/commands/command';
import { menuModel } from '@renderer/commands/menu-model';
import { useCommands } from '@renderer/commands/registry';
import { searchCommands } from '@renderer/commands/search';
import { useActivity } from '@renderer/stores/activity';
import { useDevices } from '@renderer/stores/devices';
import { useKernel } from '@renderer/stores/kernel';
import { useNavigation } from '@renderer/stores/navigation';
import { useSettings } from '@renderer/stores/settings';
import { useSweep } from '@renderer/stores/sweep';
import { useCommandKeys } from '@renderer/views/frame/command-keys';
import { fakeDevices, type FakeBridgeOptions } from '../../support/fake-bridge';
import { mountOn, startStores } from '../../support/window-stores';

let mounted: VueWrapper | null = null;
afterEach(() => mounted?.unmount());

const start = async (options?: FakeBridgeOptions, isListed = true) => {
  const stores = startStores(options);
  if (isListed) await useDevices().load();
  await useKernel().loadExamples();
  const held: { commands: ReturnType<typeof useCommands> | null } = { commands: null };
  const Holder = defineComponent(() => {
    const commands = useCommands();
    held.commands = commands;
    useCommandKeys(commands);
    return () => h('main', [h('input', { type: 'search' })]);
  });
  mounted = await mountOn(stores, Holder);
  const list = (): readonly AppCommand[] => held.commands?.value ?? [];
  return {
    ...stores,
    list,
    command: (id: string): AppCommand => {
      const found = list().find((candidate) => candidate.id === id);
      if (found === undefined) throw new Error(`There is no command ${id}.`);
      return found;
    },
  };
};

const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...change,
});
const hit = (key: string, more: KeyboardEventInit = {}): boolean =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...more }));

const texts = { menu: String, submenu: String, role: String };

it('Run waits for drivers that are still being asked, and asks them once', async () => {
  const devices = fakeDevices();
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const listing = { devices, problems: [], loader: 'libOpenCL.so.1', searched: [] };
  const handlers = { 'devices.list': () => answered.then(() => listing) };
  const { command, calls } = await start({ handlers }, false);
  const asked = (name: string) => calls.filter((call) => call.name === name);
  const loaded = useDevices().load();
  command('run').run();
  await flushPromises();
  expect(asked('sweep.start')).toEqual([]);
  answer();
  await loaded;
  await flushPromises();
  expect(asked('devices.list')).toHaveLength(1);
  expect(useActivity().problem).toBeNull();
  expect(asked('sweep.start')).toMatchObject([
    { request: { deviceKeys: devices.map(({ key }) => key) } },
  ]);
});

describe('keys', () => {
  it('are told apart by what is held with them', () => {
    expect(isPressed('CmdOrCtrl+O', press('o', { ctrlKey: true }))).toBe(true);
    expect(isPressed('CmdOrCtrl+O', press('O', { metaKey: true }))).toBe(true);
    expect(isPressed('CmdOrCtrl+O', press('O', { ctrlKey: true, shiftKey: true }))).toBe(false);
    expect(isPressed('CmdOrCtrl+Shift+O', press('O', { ctrlKey: true, shiftKey: true }))).toBe(
      true,
    );
    expect(isPressed('CmdOrCtrl+O', press('o'))).toBe(false);
    expect(isPressed('F5', press('F5'))).toBe(true);
    expect(isPressed('F5', press('F5', { ctrlKey: true }))).toBe(false);
    expect(isPressed('Esc', press('Escape'))).toBe(true);
  });

  it('of zoom and of views do not depend on the layout', () => {
    for (const key of ['+', '=']) {
      expect(
        isPressed('CmdOrCtrl+Plus', press(key, { ctrlKey: true, shiftKey: key === '+' })),
      ).toBe(true);
    }
    expect(isPressed('CmdOrCtrl+1', press('&', { ctrlKey: true, code: 'Digit1' }))).toBe(true);
  });

  it('are written as the system writes them', () => {
    expect(acceleratorText('CmdOrCtrl+Shift+O', false)).toBe('Ctrl Shift O');
    expect(acceleratorText('CmdOrCtrl+Plus', true)).toBe('⌘+');
  });
});

describe('the commands', () => {
  it('have a name, an id and a key of their own', async () => {
    const { list } = await start();
    const ids = list().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const keys = list().flatMap(({ accelerator }) => accelerator ?? []);
    expect(new Set(keys).size).toBe(keys.length);
    expect(
      list().filter(({ title }) => title.trim() === '' || title.includes('commands.')),
    ).toEqual([]);
    expect(ids).toEqual(
      expect.arrayContaining(['run', 'cancel', 'save', 'open', 'find', 'palette', 'device:cpu']),
    );
  });

  it('do what the buttons do', async () => {
    const { command } = await start();
    command('view:runs').run();
    expect(useNavigation().view).toBe('runs');
    command('device:cpu').run();
    expect(useDevices().chosenKeys).not.toContain('cpu');
    expect(command('device:cpu').checked).toBe(false);
    command('preset:small').run();
    expect(useSweep().chosenSizes).toContainEqual([1]);
    command('locale:zh-CN').run();
    await nextTick();
    expect(command('run').title).toBe('运行扫描');
    expect(command('run').alias).toBe('Run the sweep');
    command('locale:en').run();
  });

  it('are greyed when they cannot be done', async () => {
    const { command } = await start();
    expect(command('cancel').enabled).toBe(false);
    expect(command('export-configurations').enabled).toBe(false);
    expect(command('run').enabled).toBe(true);
  });

  it('hear their keys, and leave alone what something nearer has taken', async () => {
    await start();
    const navigation = useNavigation();
    expect(hit('3', { ctrlKey: true })).toBe(false);
    expect(navigation.view).toBe('runs');
    hit('k', { ctrlKey: true });
    expect(navigation.palette).toBe(true);
    const taken = new KeyboardEvent('keydown', { key: '1', ctrlKey: true, cancelable: true });
    taken.preventDefault();
    window.dispatchEvent(taken);
    expect(navigation.view).toBe('runs');
  });

  it('leave Escape to others while nothing runs', async () => {
    await start();
    expect(hit('Escape')).toBe(true);
  });

  it('find in what is shown: the search field of the history, else the editor', async () => {
    const { command } = await start();
    useNavigation().show('runs');
    command('find').run();
    expect(document.activeElement?.getAttribute('type')).toBe('search');
    useNavigation().show('workbench');
    command('find').run();
    expect(useNavigation().panel).toBe('kernel');
  });
});

describe('the menu bar', () => {
  it('holds every command once, and is sent again when the language changes', async () => {
    const { list, calls } = await start();
    const ids = JSON.stringify(menuModel(list(), texts)).match(/"id":"[^"]+"/g) ?? [];
    expect(ids).toHaveLength(list().length);
    const sent = () => calls.filter(({ name }) => name === 'app.menu');
    // With the first look, and not before.
    await vi.waitFor(() => expect(sent().length).toBeGreaterThan(0));
    useSettings().locale = 'zh-CN';
    await nextTick();
    await nextTick();
    expect(JSON.stringify(sent().at(-1)?.request)).toContain('文件');
    useSettings().locale = 'en';
  });

  it('does what is chosen in it', async () => {
    const { emit } = await start();
    emit('action', { id: 'view:devices' });
    expect(useNavigation().view).toBe('devices');
    emit('action', { id: 'nonsense' });
    expect(useNavigation().view).toBe('devices');
  });
});

describe('searching commands', () => {
  it('finds by parts of words, in the language of the window and in English', async () => {
    const { list } = await start();
    const first = (words: string) => searchCommands(list(), words, [])[0]?.command.id;
    expect(first('zoom in')).toBe('zoom-in');
    expect(first('expcsv')).toMatch(/^export-/);
    useSettings().locale = 'zh-CN';
    await nextTick();
    expect(first('深色')).toBe('theme:dark');
    expect(first('run the sweep')).toBe('run');
    useSettings().locale = 'en';
  });

  it('lists what was used last first, and all the rest after it', async () => {
    const { list } = await start();
    const found = searchCommands(list(), '', ['save', 'gone', 'run']);
    expect(found.slice(0, 2).map(({ command, recent }) => [command.id, recent])).toEqual([
      ['save', true],
      ['run', true],
    ]);
    expect(found).toHaveLength(list().length);
  });

  it('lists what can be done now first, then views, and examples last', async () => {
    const { list } = await start();
    const ids = (commands: readonly AppCommand[]): readonly string[] =>
      searchCommands(commands, '', []).map(({ command }) => command.id);
    const idle = ids(list());
    expect(idle.slice(0, 5)).toEqual(['run', 'find-best', 'open', 'open-run', 'save']);
    expect(idle.at(-1)).toMatch(/^example:/);
    expect(idle.indexOf('cancel')).toBeLessThan(idle.indexOf('view:workbench'));
    expect(idle.indexOf('view:workbench')).toBeLessThan(idle.indexOf('find'));
    const busy = list().map((each) => (each.id === 'cancel' ? { ...each, enabled: true } : each));
    expect(ids(busy).slice(0, 2)).toEqual(['cancel', 'run']);
    expect(idle.toSorted()).toEqual(
      list()
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  it('shows which letters matched', async () => {
    const { list } = await start();
    const [found] = searchCommands(list(), 'find', []);
    expect(found?.pieces.filter(({ hit: isHit }) => isHit).map(({ text }) => text)).toEqual([
      'Find',
    ]);
  });
});
