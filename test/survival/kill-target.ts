/**
 * A program to be killed: the engine on simulated devices, writing a real log. It says what it has told and
 * what is on the disk, and, when it is asked to, kills itself before it knows that a write is on the disk.
 */
import { writeSync } from 'node:fs';
import { defaultMeasureOptions } from '@shared/domain/sweep';
import { createEngine } from '@main/profiling/engine';
import type { WrapFile } from '@main/store/run-log';
import { buildDevice, buildSpec } from '../support/run-builder';
import { createSimulatedHost } from '../support/simulated-worker-host';

export interface KillTask {
  readonly dir: string;
  /** null: a new run. */
  readonly run: string | null;
  readonly sizes: number;
  readonly samples: number;
  /** The write after which it dies before it knows that the bytes are on the disk, from 1; null: it does not. */
  readonly dieAtWrite: number | null;
}

const task = JSON.parse(process.argv[2] ?? '') as KillTask;
const say = (line: string): void => void writeSync(1, `${line}\n`);

let writes = 0;
const dying: WrapFile = (file) => ({
  ...file,
  write: async (text, position) => {
    const written = await file.write(text, position);
    writes += 1;
    if (writes === task.dieAtWrite) {
      say('unsynced');
      process.kill(process.pid, 'SIGKILL');
    }
    say(`synced ${position + written}`);
    return written;
  },
});

const device = buildDevice();
const local = Array.from({ length: task.sizes }, (_, at) => [at + 1]);
const host = createSimulatedHost([{ device, faults: { '3': 'crash', '5': 'wrong' } }]);
const engine = createEngine(
  { host, runsDir: task.dir, appVersion: '0.0.0-test' },
  { wrapFile: dying },
);
engine.onEvents((_, events) => {
  for (const { seq } of events) say(`told ${seq}`);
});
const started =
  task.run === null
    ? await engine.start({
        spec: buildSpec({ local, indivisible: 'pad' }),
        sourceText: '__kernel void a() {}',
        deviceKeys: [device.key],
        options: { ...defaultMeasureOptions, samples: task.samples },
      })
    : await engine.resume(task.run);
if (!started.ok) throw new Error(started.error.message);
say(`run ${started.value.run}`);
await engine.finished(started.value.run);
await engine.close();
say('finished');
