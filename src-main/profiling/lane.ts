/**
 * A lane: the time of one physical resource. Tasks that measure take turns, across runs too, and what
 * is not a measurement (a compile) slips in between two visits, never into a timed launch.
 */
export interface Lane {
  /** Runs after everything that was queued before it. */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Runs in the next gap: at once when nothing measures, else when the measuring task breathes. */
  interlude<T>(task: () => Promise<T>): Promise<T>;
  /** Called by a measuring task between visits; resolves when the waiting interludes are done. */
  breathe(): Promise<void>;
  readonly busy: boolean;
  /** An interlude waits for the next gap. */
  readonly isAwaited: boolean;
}

export const createLane = (): Lane => {
  let tail: Promise<unknown> = Promise.resolve();
  let measuring = 0;
  let waiting: (() => Promise<void>)[] = [];

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      for (const interlude of batch) await interlude();
    }
  };
  const enqueue = <T>(task: () => Promise<T>): Promise<T> => {
    const result = tail.then(task);
    tail = result.catch(() => undefined);
    return result;
  };

  return {
    run: (task) => {
      measuring += 1;
      return enqueue(async () => {
        try {
          await drain();
          return await task();
        } finally {
          measuring -= 1;
          await drain();
        }
      });
    },
    interlude: <T>(task: () => Promise<T>): Promise<T> => {
      if (measuring === 0) return enqueue(task);
      return new Promise<T>((resolve, reject) => {
        waiting.push(() => task().then(resolve, reject));
      });
    },
    breathe: async () => {
      if (waiting.length > 0) await drain();
    },
    get busy() {
      return measuring > 0;
    },
    get isAwaited() {
      return waiting.length > 0;
    },
  };
};

/** The lanes of a machine, made as resources appear. */
export const createLanes = (): ((resource: string) => Lane) => {
  const lanes = new Map<string, Lane>();
  return (resource) => {
    const known = lanes.get(resource);
    if (known !== undefined) return known;
    const lane = createLane();
    lanes.set(resource, lane);
    return lane;
  };
};
