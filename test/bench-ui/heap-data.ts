/**
 * What main process and page hold in their heaps apart from compiled code, out of a heap snapshot of each.
 * An engine that compiles what runs often holds more code after an hour than after a minute, whatever the
 * program keeps; a snapshot tells the two apart, and collects garbage more thoroughly than any other way.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StartedApp } from '../e2e/app';

export interface HeapBytes {
  /** Objects, strings, arrays and nodes of the page: what the program keeps. */
  readonly data: number;
  /** Byte code, machine code and what belongs to it. */
  readonly code: number;
}

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly (readonly string[] | string)[];
    };
  };
  readonly nodes: readonly number[];
}

const sum = (text: string): HeapBytes => {
  const { snapshot, nodes } = JSON.parse(text) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [kindAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = (types[kindAt] ?? []).indexOf('code');
  if (kindAt < 0 || sizeAt < 0 || code < 0) throw new Error('not the heap snapshot that V8 writes');
  const bytes = { data: 0, code: 0 };
  for (let at = 0; at < nodes.length; at += fields.length) {
    bytes[nodes[at + kindAt] === code ? 'code' : 'data'] += nodes[at + sizeAt] ?? 0;
  }
  return bytes;
};

export const mainHeap = async (app: StartedApp): Promise<HeapBytes> => {
  const file = join(app.scratch, 'main.heapsnapshot');
  try {
    await app.electron.evaluate((_, path) => {
      // Node's own module, without an import: this text runs in the other process.
      process.getBuiltinModule('node:v8').writeHeapSnapshot(path);
    }, file);
    return sum(readFileSync(file, 'utf8'));
  } finally {
    rmSync(file, { force: true });
  }
};

export const pageHeap = async (app: StartedApp): Promise<HeapBytes> => {
  const session = await app.page.context().newCDPSession(app.page);
  const parts: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await session.send('HeapProfiler.takeHeapSnapshot');
  await session.detach();
  return sum(parts.join(''));
};
