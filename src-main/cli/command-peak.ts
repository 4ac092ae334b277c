/** `ndrange peak`: what each device does at best, measured once and kept. */
import { selectDevices } from '@shared/domain/device-select';
import type { DevicePeak, PeakFigure } from '@shared/domain/peak';
import { localLabel } from '@shared/domain/sizes';
import { formatDuration, formatRate, noValue } from '@shared/text';
import type { MakeEngine } from './command-sweep';
import { report, type Console } from './console';
import { exitCodes, type ExitCode } from './exit-codes';
import { parseFlags, string, strings } from './options';
import { formatTable } from './table';

export const commandPeak = async (
  argv: readonly string[],
  io: Console,
  makeEngine: MakeEngine,
): Promise<ExitCode> => {
  const parsed = parseFlags(argv, {
    device: { type: 'string', multiple: true },
    json: { type: 'boolean' },
    'runs-dir': { type: 'string' },
  });
  if (!parsed.ok) return report(io, parsed.error);
  const { values } = parsed.value;
  const engine = makeEngine(string(values['runs-dir']));
  const stop = new AbortController();
  const stopListening = io.onInterrupt(() => stop.abort());
  try {
    const listing = await engine.listDevices(false);
    const devices = selectDevices(listing, strings(values['device']));
    if (!devices.ok) return report(io, devices.error);
    for (const { name } of devices.value) io.err(`measuring ${name} …\n`);
    const keys = devices.value.map(({ key }) => key);
    const measured = await engine.measurePeaks(keys, stop.signal);
    if (stop.signal.aborted) return exitCodes.cancelled;
    if (!measured.ok) return report(io, measured.error);
    const peaks = measured.value;
    io.out(values['json'] === true ? `${JSON.stringify(peaks, null, 2)}\n` : peaksText(peaks));
    const isIncomplete = peaks.some(({ bandwidth, compute }) => !bandwidth || !compute);
    return isIncomplete ? exitCodes.someFailed : exitCodes.ok;
  } finally {
    stopListening();
    await engine.close();
  }
};

const peaksText = (peaks: readonly DevicePeak[]): string =>
  formatTable(
    [
      { head: 'device', align: 'left' },
      { head: 'driver', align: 'left' },
      { head: 'what', align: 'left' },
      { head: 'peak', align: 'right' },
      { head: 'with', align: 'left' },
      { head: 'launch', align: 'right' },
      { head: 'clock', align: 'left' },
    ],
    peaks.flatMap(({ device, driver, bandwidth, compute }) => [
      [device, driver, 'copy', ...cells(bandwidth, 'B/s')],
      [device, driver, 'multiply-add', ...cells(compute, 'FLOP/s')],
    ]),
  );

const cells = (figure: PeakFigure | null, unit: 'B/s' | 'FLOP/s'): readonly string[] =>
  figure === null
    ? ['no trial ran', noValue, noValue, noValue]
    : [
        formatRate(figure.rate, unit),
        `float${figure.width === 1 ? '' : figure.width}, local size ${localLabel(figure.local)}`,
        formatDuration(figure.medianNs),
        figure.timeSource,
      ];
