/**
 * Which commands the palette lists, and in what order. Without words: those used last, then what is mostly
 * done (what can be done now before what cannot), the views, all else in menu order, and the examples, of
 * which there are many. With words: the best match first, one used last before an equal one. Pure.
 */
import fuzzysort from 'fuzzysort';
import { kindOf, type AppCommand, type CommandId } from './command';

export interface Found {
  readonly command: AppCommand;
  /** The title in pieces; `hit` ones are what matched. */
  readonly pieces: readonly { readonly text: string; readonly hit: boolean }[];
  readonly recent: boolean;
}

const whole = (command: AppCommand, recent: boolean): Found => ({
  command,
  pieces: [{ text: command.title, hit: false }],
  recent,
});

/** The title cut at the places (positions in it) that matched. */
const cut = (title: string, places: readonly number[]): Found['pieces'] => {
  const hits = new Set(places);
  const pieces: { text: string; hit: boolean }[] = [];
  for (let at = 0; at < title.length; at += 1) {
    const hit = hits.has(at);
    const last = pieces.at(-1);
    const character = title.charAt(at);
    if (last?.hit === hit) last.text += character;
    else pieces.push({ text: character, hit });
  }
  return pieces;
};

/** In this order; what stops a sweep before what starts one. */
const actions: readonly CommandId[] = [
  'cancel',
  'run',
  'find-best',
  'resume',
  'open',
  'open-run',
  'save',
  'reopen',
  'export-configurations',
  'export-launches',
  'export-json',
  'export-html',
  'export-pdf',
];

/** Where a command stands while nothing is typed; equals stay in menu order. */
const placeOf = (command: AppCommand): number => {
  const action = actions.indexOf(command.id);
  if (action >= 0) return command.enabled ? action : actions.length + action;
  const kind = kindOf(command.id);
  return 2 * actions.length + (kind === 'view' ? 0 : kind === 'example' ? 2 : 1);
};

/** @param recent ids, the one used last first */
export const searchCommands = (
  commands: readonly AppCommand[],
  words: string,
  recent: readonly string[],
): readonly Found[] => {
  const used = new Map(recent.map((id, place) => [id, place]));
  const isRecent = (command: AppCommand): boolean => used.has(command.id);
  if (words.trim() === '') {
    const first = recent.flatMap((id) => commands.find((command) => command.id === id) ?? []);
    return [
      ...first.map((command) => whole(command, true)),
      ...commands
        .filter((command) => !isRecent(command))
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map((command) => whole(command, false)),
    ];
  }
  const results = fuzzysort.go(words, commands, {
    keys: ['title', 'alias'],
    threshold: 0.2,
    // A little for what was used last: it decides between equals only.
    scoreFn: (result) => result.score + (isRecent(result.obj) ? 0.02 : 0),
  });
  return results.map((result) => {
    const title = result[0];
    const hit = title !== undefined && title.score > 0;
    return {
      command: result.obj,
      pieces: hit ? cut(result.obj.title, title.indexes) : [{ text: result.obj.title, hit: false }],
      recent: false,
    };
  });
};
