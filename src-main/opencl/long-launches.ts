/**
 * Which configurations have launches so long that the worker can speak to its parent while one runs, instead of between
 * two. Knows lengths by what was measured last; a first launch counts by its device time.
 */
import type { PreparedKernel, VisitContext } from './launch-check';
import type { Series } from './launcher';

/** While a launch of so many ns runs, a message (0.2 ms and less) is no longer to be seen in its time. */
const longNs = 20e6;

/** Whether there is time to speak to the parent while it runs. */
export const noteLength = (
  prepared: PreparedKernel,
  configuration: string,
  runNs: readonly number[],
): void => {
  if (runNs.length > 0 && runNs.every((ns) => ns >= longNs)) prepared.long.add(configuration);
  else prepared.long.delete(configuration);
};

/** What a visit to it has in common. */
export const seriesFor = (
  { stages }: VisitContext,
  prepared: PreparedKernel,
  configuration: string,
): Pick<Series, 'beforeLaunch' | 'held'> => {
  const isLong = prepared.long.has(configuration);
  return {
    beforeLaunch: () => stages.keepAlive('launch', configuration, isLong),
    held: isLong ? stages.held : null,
  };
};
