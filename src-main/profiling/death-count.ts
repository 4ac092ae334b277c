/**
 * When repeated deaths of a device's workers end its sweep instead of looping: after three in a row
 * without a good visit between them, or when more than a quarter of all configurations (and more than
 * eight) have killed one. Pure.
 */
export interface DeathCount {
  died(): void;
  livedThrough(): void;
  /** Why the device is given up: one sentence; null while it may go on. */
  readonly verdict: string | null;
}

export const deathsInRowAtMost = 3;
const deathsAlwaysAllowed = 8;

export const countDeaths = (device: string, configurations: number): DeathCount => {
  const most = Math.max(deathsAlwaysAllowed, Math.ceil(configurations / 4));
  let inRow = 0;
  let all = 0;
  return {
    died: () => {
      inRow += 1;
      all += 1;
    },
    livedThrough: () => {
      inRow = 0;
    },
    get verdict() {
      if (inRow >= deathsInRowAtMost) {
        return (
          `${device} was given up after ${inRow} worker deaths in a row without a good launch between them. ` +
          'Look at the reasons of the sizes that failed, then run the rest again.'
        );
      }
      if (all > most) {
        return (
          `${device} was given up after ${all} worker deaths. ` +
          'Look at the reasons of the sizes that failed, then run the rest again.'
        );
      }
      return null;
    },
  };
};
