/**
 * The CSV's companion: what the advisor says of the same runs, as JSON beside the CSV. Decides its name (x.csv,
 * x.advice.json) and refuses to replace a file that is not such a companion: the user named the CSV, not this.
 * A CSV that goes to a device or a pipe has none.
 */
import { open, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { advise, type Advice, type DeviceAdvice } from '@shared/domain/advisor/advise';
import { unitLimits } from '@shared/domain/advisor/facts';
import { problem, type Problem } from '@shared/domain/problem';
import { judge } from '@shared/domain/ranking';
import { err, ok, type Result } from '@shared/domain/result';
import type { Run } from '@shared/domain/run-types';
import { verdictText } from '@shared/text';
import { findingText, labText, noVerdictText, sourceGapsText } from '@shared/text/advice';
import { ruleLabels, ruleText } from '@shared/text/rules-of-thumb';
import { fileProblem } from '@main/store/file-problem';
import { isSpecial, writeWholeFile } from './write-file';

const what = 'advice file';
const opening = /^\uFEFF?\s*\{\s*"format":\s*"ndrange-advice"/;

/** `x.csv` → `x.advice.json`; any other name gets `.advice.json` behind it. */
export const adviceFileOf = (csv: string): string => `${csv.replace(/\.csv$/i, '')}.advice.json`;

const isOurs = async (path: string): Promise<boolean> => {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(256), 0, 256, 0);
    return opening.test(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
};

/** Whether the companion of this CSV may be written where it belongs. */
export const checkAdvicePlace = async (csv: string): Promise<Result<null, Problem>> => {
  if (await isSpecial(resolve(csv))) return ok(null);
  const path = adviceFileOf(csv);
  try {
    const there = await stat(path).catch(() => null);
    if (there === null) return ok(null);
    if (there.isFile() && (there.size === 0 || (await isOurs(path)))) return ok(null);
  } catch (error) {
    return err(fileProblem('file-unwritable', what, path, error));
  }
  return err(
    problem(
      'file-unwritable',
      `The CSV's companion ${path} would replace something that NDRange Workbench did not write.`,
      'Choose another name for the CSV, or move that file away.',
      { file: path },
      'companion-taken',
    ),
  );
};

const deviceOf = (run: Run, advice: DeviceAdvice): object => {
  const verdict = judge(run, advice.deviceKey);
  const unit = advice.kernel === null ? null : unitLimits(advice.facts, advice.kernel);
  return {
    ...advice,
    verdict: { ...verdict, text: verdictText(verdict) },
    noVerdictText: advice.noVerdict === null ? null : noVerdictText(advice.noVerdict),
    unit,
    findings: advice.findings.map((finding) => ({ ...finding, text: findingText(finding) })),
    rules: advice.rules.map((result) => ({
      claim: ruleLabels.en[result.rule],
      ...result,
      text: ruleText(result),
    })),
    notAnalysed: sourceGapsText(advice.source) || null,
  };
};

const runOf = (run: Run, advice: Advice): object => {
  const { header } = run;
  return {
    run: header.run,
    startedAt: header.startedAt,
    kernel: header.spec.kernel,
    sourceSha256: header.sourceSha256,
    specSha256: header.specSha256,
    appVersion: header.appVersion,
    devices: advice.devices.map((device) => deviceOf(run, device)),
    lab: { ...advice.lab, text: labText(advice.lab) },
    predictions: advice.predictions,
  };
};

/** The text of the companion; docs/file-formats.md describes it. */
export const adviceJson = (runs: readonly Run[]): string => {
  const document = {
    format: 'ndrange-advice',
    version: 1,
    runs: runs.map((run) => runOf(run, advise(run))),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
};

/** Writes the companion of a CSV: its path, or null where the CSV has none. */
export const writeAdviceFile = async (
  csv: string,
  runs: readonly Run[],
): Promise<Result<{ readonly path: string; readonly name: string } | null, Problem>> => {
  if (await isSpecial(resolve(csv))) return ok(null);
  const free = await checkAdvicePlace(csv);
  if (!free.ok) return free;
  const path = adviceFileOf(csv);
  const written = await writeWholeFile(path, adviceJson(runs), what);
  return written.ok ? ok({ path, name: basename(path) }) : written;
};
