/**
 * What a sweep says on stderr while it runs: one line that is written over on a terminal, one line per
 * finished size elsewhere. Quiet in between, because the parent must not disturb a CPU device.
 */
import { shortDeviceName } from '@shared/domain/device-select';
import type { LaneStatus, RunEvent, RunHeader } from '@shared/domain/run-event';
import { formatDuration, outcomeText } from '@shared/text';
import type { Console } from './console';

export interface Progress {
  event(event: RunEvent): void;
  status(statuses: readonly LaneStatus[]): void;
  /** Clears the line that is written over. */
  done(): void;
}

/** `known`: the header of a run that is resumed. */
export const createProgress = (io: Console, known: RunHeader | null): Progress => {
  let header = known;
  let shown = false;

  const nameOf = (deviceKey: string): string => {
    const devices = header?.devices ?? [];
    const device = devices.find(({ key }) => key === deviceKey);
    return device === undefined ? deviceKey : shortDeviceName(device, devices);
  };
  const clear = (): void => {
    if (shown) io.err('\r\x1b[K');
    shown = false;
  };
  const say = (line: string): void => {
    clear();
    io.err(`${line}\n`);
  };

  return {
    event: (event) => {
      switch (event.type) {
        case 'run-started':
          header = event.header;
          say(`run ${event.header.run}`);
          return;
        case 'device-built':
          if (event.configuration === null) {
            say(`${nameOf(event.deviceKey)}: built in ${formatDuration(event.buildNs)}`);
          }
          return;
        case 'configuration-ended':
          if (!io.isTerminal || event.outcome.kind === 'failed') {
            say(`${nameOf(event.deviceKey)}: ${event.configuration} ${outcomeText(event.outcome)}`);
          }
          return;
        default:
      }
    },
    status: (statuses) => {
      if (!io.isTerminal) return;
      const parts = statuses
        .filter(({ state }) => state !== 'done')
        .map((status) => {
          const size = status.configuration === null ? '' : ` ${status.configuration}`;
          const left =
            status.etaMs === null ? '' : `, about ${Math.ceil(status.etaMs / 1000)} s left`;
          return `${nameOf(status.deviceKey)}: ${status.state}${size}, round ${status.round + 1}, ${status.launchesDone} launches${left}`;
        });
      if (parts.length === 0) return;
      clear();
      io.err(parts.join(' · ').slice(0, 160));
      shown = true;
    },
    done: clear,
  };
};
