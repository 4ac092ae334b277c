/**
 * Keeps measured peaks in `peaks.json` beside the runs folder: one per device and driver, the newest. A
 * file that is missing or damaged counts as empty, since everything in it can be measured again.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { withPeak, type DevicePeak } from '@shared/domain/peak';
import { peakSchema } from '@shared/domain/peak-schema';
import type { Problem } from '@shared/domain/problem';
import type { Result } from '@shared/domain/result';
import { writeWholeFile } from '@main/export/write-file';

const format = 'ndrange-peaks';

const schema = v.object({
  format: v.literal(format),
  version: v.literal(1),
  peaks: v.array(peakSchema),
});

export const peaksFile = (runsDir: string): string => join(dirname(resolve(runsDir)), 'peaks.json');

/** Never fails: what cannot be read is as if it had not been measured. */
export const readPeaks = async (runsDir: string): Promise<readonly DevicePeak[]> => {
  try {
    const value: unknown = JSON.parse(await readFile(peaksFile(runsDir), 'utf8'));
    const parsed = v.safeParse(schema, value);
    return parsed.success ? parsed.output.peaks : [];
  } catch {
    return [];
  }
};

/** Puts peaks in the place of earlier ones of the same devices and drivers. */
export const keepPeaks = async (
  runsDir: string,
  measured: readonly DevicePeak[],
): Promise<Result<null, Problem>> => {
  const path = peaksFile(runsDir);
  const peaks = measured.reduce(withPeak, await readPeaks(runsDir));
  await mkdir(dirname(path), { recursive: true }).catch(() => undefined);
  const text = `${JSON.stringify({ format, version: 1, peaks }, null, 2)}\n`;
  return writeWholeFile(path, text, 'file of peaks');
};
