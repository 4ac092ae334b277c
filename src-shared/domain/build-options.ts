/**
 * Build options with sizes in them: `-DTILE={lx}`. Decides what the driver is given for one
 * configuration and whether each size needs a build of its own; refuses braces that are not closed and
 * expressions without a value. Names the options that make a compiler read files.
 */
import { evaluateExpression } from './expression';
import { quoted } from './expression-parser';
import type { Configuration } from './plan-types';
import { problem, type Problem, type ProblemParams } from './problem';
import type { KernelReason } from './problem-reasons';
import { err, ok, type Result } from './result';
import { globalVariables, localVariables, scopeFor } from './scope';
import { localLabel } from './sizes';
import type { SweepSpec } from './sweep';

const placeholder = /\{([^{}]*)\}/g;

const refuse = (
  reason: KernelReason,
  message: string,
  advice: string,
  params: ProblemParams,
  cause?: Problem,
): Result<never, Problem> => err(problem('invalid-option', message, advice, params, reason, cause));

/** Expressions in braces, in order, without the braces. */
export const placeholdersIn = (options: string): readonly string[] =>
  [...options.matchAll(placeholder)].map(([, text = '']) => text);

/** Whether a brace in the options has no partner. */
export const hasLooseBrace = (options: string): boolean =>
  /[{}]/.test(options.replace(placeholder, ''));

/** Whether the options hold expressions, so that each size is built for itself. */
export const hasPerSizeBuild = (spec: SweepSpec): boolean =>
  placeholdersIn(spec.buildOptions).length > 0;

/**
 * The options for one configuration, every `{expression}` replaced by its value (gx gy gz: the asked
 * size). Error `invalid-option`.
 */
export function buildOptionsFor(
  spec: SweepSpec,
  configuration: Configuration,
): Result<string, Problem> {
  const { asked, launched, local } = configuration;
  const options = spec.buildOptions;
  if (hasLooseBrace(options)) {
    return refuse(
      'option-brace',
      `The build options ${quoted(options)} have a brace without its partner.`,
      'Write sizes like -DTILE={lx}.',
      { options: options.slice(0, 60) },
    );
  }
  const groups =
    local?.reduce((product, size, at) => product * Math.ceil((launched[at] ?? 1) / size), 1) ?? 0;
  const variables = scopeFor(spec.args, {
    ...globalVariables(asked),
    ...(local === null ? {} : localVariables(local, groups)),
  });
  const failures: Problem[] = [];
  const text = options.replace(placeholder, (_, expression: string) => {
    const value = evaluateExpression(expression, variables);
    if (value.ok) return String(value.value);
    failures.push(value.error);
    return '';
  });
  const [failure] = failures;
  return failure === undefined
    ? ok(text)
    : refuse(
        'option-expression',
        `The build options at local size ${localLabel(local)}: ${failure.message}`,
        failure.advice ?? '',
        { size: localLabel(local) },
        failure,
      );
}

const readsFiles =
  /^(-I|-include|-imacros|-isystem|-iquote|-idirafter|-isysroot|-iprefix|-iwithprefix|-ivfsoverlay|--sysroot|-include-pch|-fmodule|-fplugin|-fpass-plugin|-fprofile|-load|-Xclang|-Xpreprocessor|-Wp,|-mllvm|-save-temps|-MD|-MF|-o|-L|-l|-B|--config|@)/;

/**
 * The options that make a compiler read or write files, or pass through to its inner parts, as they
 * stand in the text: a spec from elsewhere can reach other files with them. Empty: none.
 */
export function fileReadingOptions(options: string): readonly string[] {
  const words = options.match(/(?:"[^"]*"?|'[^']*'?|\\.|[^\s"'])+/g) ?? [];
  return words.filter((word) => readsFiles.test(word.replace(/["'\\]/g, '')));
}
