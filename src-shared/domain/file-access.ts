/**
 * Whether a kernel would make the compiler read files. Source and options may come from a stranger, and
 * what an `#include` reads comes back in the build log; compilers resolve names against folders that have
 * nothing to do with the kernel's. So every include that a compiler would follow is refused, by name, before
 * the build. Only `#if 0` hides one: no other condition is certain in every compiler.
 *
 * This keeps files from being read by the compiler. It is no sandbox: on a CPU device a kernel is a program.
 */
import { fileReadingOptions } from './build-options';
import { quoted } from './expression-parser';
import { problem, type Problem } from './problem';
import { stripComments } from './source-scan';

/** Backslash (or its trigraph) and line break: gone before anything else is looked at. */
const splice = /(?:\\|\?\?\/)[ \t\v\f]*(?:\r\n|\r|\n)/g;
const directive = /^[ \t\v\f]*(?:#|%:|\?\?=)[ \t\v\f]*([A-Za-z_]\w*)[ \t\v\f]*(.*)$/;
const reading: ReadonlySet<string> = new Set(['include', 'include_next', 'import', 'embed']);

/** What the source includes, as written (`"util.h"`, `<math.h>`, `HEADER`), in order. */
export function includesOf(source: string): readonly string[] {
  const text = source.replace(/^\uFEFF/, '').replace(splice, '');
  const lines = stripComments(text.replace(/\r\n?/g, '\n'), true).split('\n');
  const found: string[] = [];
  /** Per open `#if`: whether it is the branch of an `#if 0`. */
  const branches: boolean[] = [];
  for (const line of lines) {
    const [, word = '', rest = ''] = directive.exec(line) ?? [];
    if (word === 'if' || word === 'ifdef' || word === 'ifndef') {
      branches.push(word === 'if' && rest.trim() === '0');
    } else if (word === 'else' || word === 'elif' || word === 'elifdef' || word === 'elifndef') {
      if (branches.length > 0) branches[branches.length - 1] = false;
    } else if (word === 'endif') branches.pop();
    else if (reading.has(word) && !branches.includes(true)) found.push(rest.trim());
  }
  return found;
}

const includeOption =
  /^(-I|-include|-imacros|-isystem|-iquote|-idirafter|-isysroot|-iprefix|-iwithprefix|-ivfsoverlay|--sysroot|--include|--imacros|--config|@)/;

/** The options that make a compiler read other sources, as written. */
export const includeOptions = (options: string): readonly string[] =>
  fileReadingOptions(options).filter((word) => includeOption.test(word.replace(/["'\\]/g, '')));

/** Why this kernel may not be built; null: no compiler reads another file for it. */
export function fileAccessProblem(source: string, buildOptions: string): Problem | null {
  const [include] = includesOf(source);
  if (include !== undefined) {
    return problem(
      'invalid-source',
      `The kernel includes ${quoted(include)}; a compiler would look for it outside the kernel's folder.`,
      'Put the text of that file into the kernel. A file beside the kernel, included as "name", is put in when the kernel is opened.',
      { include: include.slice(0, 60) },
      'source-includes',
    );
  }
  const [option] = includeOptions(buildOptions);
  return option === undefined
    ? null
    : problem(
        'invalid-option',
        `The build option ${quoted(option)} makes the compiler read files outside the kernel's folder.`,
        'Leave it out, and put what the kernel needs into the kernel.',
        { option: option.slice(0, 60) },
        'option-reads-files',
      );
}
