/**
 * Every command of the window, once: menu bar, palette and keys are made from this list. A command says
 * what it is called, where it stands, which key it has and whether it can be done now; what it does is the
 * stores' business.
 */
import { computed, type ComputedRef } from 'vue';
import type { SaveReply } from '@shared/ipc/contract';
import { workbench } from '@renderer/client';
import { locales, useText, type MessageKey, type TextParams } from '@renderer/i18n';
import { useActivity } from '@renderer/stores/activity';
import { useDevices } from '@renderer/stores/devices';
import { useEditorDoor } from '@renderer/stores/editor-door';
import { useForm } from '@renderer/stores/form';
import { useImports } from '@renderer/stores/imports';
import { useKernel } from '@renderer/stores/kernel';
import { useNavigation, viewNames } from '@renderer/stores/navigation';
import { usePeaks } from '@renderer/stores/peaks';
import { useRunsStore } from '@renderer/stores/runs';
import { useSearch } from '@renderer/stores/search';
import { themes, useSettings } from '@renderer/stores/settings';
import { useSweep } from '@renderer/stores/sweep';
import { useUpdates } from '@renderer/stores/updates';
import type { AppCommand, CommandId, MenuName, SubmenuName } from './command';

interface Draft {
  readonly title: string;
  readonly alias?: string;
  readonly key?: string;
  readonly submenu?: SubmenuName;
  readonly enabled?: boolean;
  readonly checked?: boolean;
}

/** The field that searches what is shown, where a view has one. */
const searchField = (): HTMLInputElement | null =>
  document.querySelector<HTMLInputElement>('main input[type="search"]');

export const useCommands = (): ComputedRef<readonly AppCommand[]> => {
  const navigation = useNavigation();
  const activity = useActivity();
  const devices = useDevices();
  const kernel = useKernel();
  const form = useForm();
  const sweep = useSweep();
  const search = useSearch();
  const runs = useRunsStore();
  const imports = useImports();
  const settings = useSettings();
  const peaks = usePeaks();
  const updates = useUpdates();
  const editor = useEditorDoor();
  const { text, english, locale } = useText();

  const run = async (): Promise<void> => {
    navigation.show('workbench');
    await devices.asked();
    await activity.start();
  };
  const findBest = async (): Promise<void> => {
    navigation.show('workbench');
    await devices.asked();
    await activity.start(search.request);
  };
  const find = (): void => {
    const field = navigation.view === 'workbench' ? null : searchField();
    if (field === null) {
      editor.ask('find');
      return;
    }
    field.focus();
    field.select();
  };

  // A run that grows is another one ten times a second; the list must not be made anew each time.
  const hasRun = computed(() => runs.currentRun !== null);
  const hasShown = computed(() => runs.shown.length > 0);
  /** The shown run, when it stopped before its end. */
  const resumable = computed(() => {
    const shown = runs.currentRun;
    return shown !== null &&
      !activity.queue.includes(shown.header.run) &&
      ['interrupted', 'cancelled', 'failed'].includes(runs.phaseOf(shown))
      ? shown.header.run
      : null;
  });
  /** Writes something of the shown run; what goes wrong stands with the results. */
  const save = async (write: (run: string) => Promise<SaveReply>): Promise<void> => {
    if (runs.currentRun === null) return;
    const reply = await write(runs.currentRun.header.run);
    runs.problem = reply.ok ? null : reply.error;
  };

  return computed(() => {
    const list: AppCommand[] = [];
    const put = (
      menu: MenuName,
      section: number,
      id: CommandId,
      draft: Draft,
      action: () => void,
    ): void => {
      list.push({
        id,
        menu,
        section,
        submenu: draft.submenu ?? null,
        title: draft.title,
        alias: draft.alias ?? '',
        accelerator: draft.key ?? null,
        enabled: draft.enabled ?? true,
        checked: draft.checked ?? null,
        run: action,
      });
    };
    /** Its title now, and its English one: people search for what they know. */
    const words = (key: MessageKey, params: TextParams = {}) => ({
      title: text(key, params),
      alias: english(key, params),
    });
    put('file', 1, 'open', { ...words('commands.open'), key: 'CmdOrCtrl+O' }, () =>
      form.replaceKernel(text('app.open'), () => void kernel.open()),
    );
    put(
      'file',
      1,
      'open-run',
      { ...words('commands.openRun'), key: 'CmdOrCtrl+Shift+O' },
      () => void imports.pick(),
    );
    for (const example of kernel.examples) {
      const title = example.spec.title[locale.value] ?? example.spec.title.en;
      put(
        'file',
        1,
        `example:${example.id}`,
        { title, alias: `${example.spec.source} ${example.spec.title.en}`, submenu: 'examples' },
        () => {
          form.replaceKernel(title, () => kernel.loadExample(example.id));
          navigation.show('workbench');
        },
      );
    }
    put(
      'file',
      2,
      'save',
      { ...words('commands.save'), key: 'CmdOrCtrl+S' },
      () => void kernel.save(),
    );
    for (const which of ['configurations', 'launches'] as const) {
      put(
        'file',
        3,
        `export-${which}`,
        {
          ...words(`commands.export.${which}`),
          enabled: hasShown.value,
          ...(which === 'configurations' ? { key: 'CmdOrCtrl+E' } : {}),
        },
        () => void runs.exportCsv(which),
      );
    }
    for (const which of ['html', 'pdf'] as const) {
      put(
        'file',
        3,
        `export-${which}`,
        { ...words(`commands.export.${which}`), enabled: hasRun.value },
        () =>
          void save((run) =>
            workbench.call('runs.export-report', { run, form: which, locale: locale.value }),
          ),
      );
    }
    put(
      'file',
      3,
      'export-json',
      { ...words('commands.export.json'), enabled: hasRun.value },
      () => void save((run) => workbench.call('runs.export-json', { runs: [run] })),
    );

    put('edit', 1, 'find', { ...words('commands.find'), key: 'CmdOrCtrl+F' }, find);
    put('edit', 1, 'replace', { ...words('commands.replace'), key: 'CmdOrCtrl+H' }, () =>
      editor.ask('replace'),
    );
    put('edit', 1, 'go-to-line', { ...words('commands.goToLine'), key: 'CmdOrCtrl+G' }, () =>
      editor.ask('goToLine'),
    );
    put(
      'edit',
      1,
      'focus-editor',
      { ...words('commands.focusEditor'), key: 'CmdOrCtrl+Shift+E' },
      () => editor.ask('focus'),
    );

    put(
      'sweep',
      1,
      'run',
      { ...words('commands.run'), key: 'F5', enabled: !devices.none },
      () => void run(),
    );
    put(
      'sweep',
      1,
      'find-best',
      { ...words('advisor.search.find'), key: 'Shift+F5', enabled: !devices.none },
      () => void findBest(),
    );
    put(
      'sweep',
      1,
      'cancel',
      { ...words('commands.cancel'), key: 'Esc', enabled: activity.busy },
      () => void activity.cancel(),
    );
    put(
      'sweep',
      1,
      'resume',
      { ...words('commands.resume'), enabled: resumable.value !== null },
      () => {
        if (resumable.value !== null) void activity.resume(resumable.value);
      },
    );
    put('sweep', 1, 'reopen', { ...words('commands.reopen'), enabled: hasRun.value }, () => {
      if (runs.currentRun === null) return;
      navigation.show('workbench');
      form.reopen(runs.currentRun.header);
    });
    for (const [id, mode] of [
      ['one-dimension', '1d'],
      ['two-dimensions', '2d'],
    ] as const) {
      put(
        'sweep',
        2,
        id,
        { ...words(`commands.mode.${mode}`), checked: sweep.mode === mode },
        () => (sweep.mode = mode),
      );
    }
    for (const preset of sweep.presets) {
      put(
        'sweep',
        2,
        `preset:${preset.id}`,
        { ...words(`sweep.presets.${preset.name}`, { n: preset.width }), submenu: 'presets' },
        () => sweep.applyPreset(preset),
      );
    }
    for (const device of devices.all) {
      put(
        'sweep',
        3,
        `device:${device.key}`,
        {
          title: devices.shortName(device),
          alias: `${device.name} ${device.platform.name}`,
          submenu: 'devices',
          checked: devices.isChosen(device),
        },
        () => devices.toggle(device),
      );
    }
    put(
      'sweep',
      3,
      'refresh-devices',
      {
        ...words('commands.refreshDevices'),
        key: 'CmdOrCtrl+R',
        enabled: !activity.busy && !devices.loading,
      },
      () => void devices.load(true),
    );
    put(
      'sweep',
      3,
      'measure-peaks',
      {
        ...words('commands.measurePeaks'),
        enabled: devices.chosen.length > 0 && peaks.measuring.length === 0,
      },
      () => void peaks.measure(devices.chosenKeys),
    );

    put('view', 1, 'palette', { ...words('commands.palette'), key: 'CmdOrCtrl+K' }, () => {
      navigation.palette = true;
    });
    viewNames.forEach((name, place) => {
      put(
        'view',
        2,
        `view:${name}`,
        {
          ...words(`app.view.${name}`),
          key: `CmdOrCtrl+${place + 1}`,
          checked: navigation.view === name,
        },
        () => navigation.show(name),
      );
    });
    for (const theme of themes) {
      put(
        'view',
        3,
        `theme:${theme}`,
        {
          ...words(`commands.theme.${theme}`),
          submenu: 'theme',
          checked: settings.theme === theme,
        },
        () => (settings.theme = theme),
      );
    }
    for (const each of locales) {
      put(
        'view',
        3,
        `locale:${each}`,
        {
          title: each === 'en' ? 'English' : '简体中文',
          alias: each === 'en' ? '英文 English language' : 'Chinese language zh',
          submenu: 'locale',
          checked: locale.value === each,
        },
        () => (settings.locale = each),
      );
    }
    put('view', 3, 'notify', { ...words('commands.notify'), checked: settings.notify }, () => {
      settings.notify = !settings.notify;
    });
    for (const [step, key] of [
      ['in', 'CmdOrCtrl+Plus'],
      ['out', 'CmdOrCtrl+-'],
      ['reset', 'CmdOrCtrl+0'],
    ] as const) {
      put('view', 4, `zoom-${step}`, { ...words(`commands.zoom.${step}`), key }, () => {
        void workbench.call('app.zoom', { step });
      });
    }
    put('help', 1, 'guide', { ...words('commands.guide'), key: 'F1' }, () => {
      void workbench.call('app.help', { locale: locale.value });
    });
    put(
      'help',
      2,
      'updates',
      {
        ...words('commands.updates'),
        checked: settings.updates,
        enabled: updates.from !== null || settings.updates,
      },
      () => void updates.turn(!settings.updates),
    );
    put(
      'help',
      2,
      'updates-now',
      { ...words('commands.updatesNow'), enabled: settings.updates && updates.from !== null },
      () => void updates.check(),
    );
    return list;
  });
};
