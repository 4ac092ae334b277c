/**
 * Texts of the window in both languages. English is the shape: its keys type `useText`, and a test
 * compares the Chinese keys with them. One file per part under en/ and zh-CN/; the file's name is the
 * first part of its keys (`results.…`). Switching needs no restart.
 */
import { computed } from 'vue';
import { createI18n, useI18n } from 'vue-i18n';
import enAdvisor from './en/advisor';
import enApp from './en/app';
import enCommands from './en/commands';
import enDevices from './en/devices';
import enKernel from './en/kernel';
import enResults from './en/results';
import enRuns from './en/runs';
import enSweep from './en/sweep';
import zhAdvisor from './zh-CN/advisor';
import zhApp from './zh-CN/app';
import zhCommands from './zh-CN/commands';
import zhDevices from './zh-CN/devices';
import zhKernel from './zh-CN/kernel';
import zhResults from './zh-CN/results';
import zhRuns from './zh-CN/runs';
import zhSweep from './zh-CN/sweep';

export const locales = ['en', 'zh-CN'] as const;
export type Locale = (typeof locales)[number];

const en = {
  advisor: enAdvisor,
  app: enApp,
  commands: enCommands,
  devices: enDevices,
  kernel: enKernel,
  results: enResults,
  runs: enRuns,
  sweep: enSweep,
};

export const messages = {
  en,
  'zh-CN': {
    advisor: zhAdvisor,
    app: zhApp,
    commands: zhCommands,
    devices: zhDevices,
    kernel: zhKernel,
    results: zhResults,
    runs: zhRuns,
    sweep: zhSweep,
  },
};

type Leaves<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Prefix}${Key}`
    : Leaves<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];

/** Every key that exists. */
export type MessageKey = Leaves<typeof en>;

export const i18n = createI18n({
  legacy: false,
  locale: 'en',
  fallbackLocale: 'en',
  messages: messages as unknown as Record<Locale, Record<string, never>>,
});

/** Characters that mean something in a message. */
const inMessages = /[{}@|%\\]/;

/** By key: the message where it is only itself, else null. */
const asTheyAre = Object.fromEntries(
  locales.map((locale) => [locale, new Map<MessageKey, string | null>()]),
) as Readonly<Record<Locale, Map<MessageKey, string | null>>>;

/** Most messages need no compiling, which for the hundreds of a first view is felt. null: this one does, or is missing. */
const asItIs = (locale: Locale, key: MessageKey): string | null => {
  const known = asTheyAre[locale].get(key);
  if (known !== undefined) return known;
  const found = key
    .split('.')
    .reduce<unknown>(
      (tree, name) =>
        typeof tree === 'object' && tree !== null
          ? (tree as Readonly<Record<string, unknown>>)[name]
          : undefined,
      messages[locale],
    );
  const plain = typeof found === 'string' && !inMessages.test(found) ? found : null;
  asTheyAre[locale].set(key, plain);
  return plain;
};

export type TextParams = Readonly<Record<string, string | number>>;

/**
 * The typed way to texts. A message with `|` is chosen by the parameter `n`: `{n} device | {n} devices`.
 */
export const useText = () => {
  const { t, locale } = useI18n({ useScope: 'global' });
  const now = computed<Locale>(() => (locale.value === 'zh-CN' ? 'zh-CN' : 'en'));
  return {
    text: (key: MessageKey, params: TextParams = {}): string => {
      const plain = asItIs(now.value, key);
      if (plain !== null) return plain;
      const count = params['n'];
      return typeof count === 'number' ? t(key, params, count) : t(key, params);
    },
    /** In English whatever the window speaks: for finding what one knows by its English name. */
    english: (key: MessageKey, params: TextParams = {}): string =>
      asItIs('en', key) ?? t(key, params, { locale: 'en' }),
    locale: now,
  };
};
