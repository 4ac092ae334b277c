/**
 * Packs a flat folder into an asar archive: enough for the stand-in app of the test runtime, which
 * Electron looks for under the name default_app.asar and in no other form that a packaged app may replace.
 * It refuses nested folders.
 */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The archive's bytes. Layout (Chromium's pickle): 4, size of the header pickle, its payload size, length
 * of the JSON, the JSON padded to 4 bytes, then the files one after the other.
 * @param {readonly {name: string, bytes: Buffer}[]} files
 */
export const encodeAsar = (files) => {
  let offset = 0;
  const entries = {};
  for (const { name, bytes } of files) {
    entries[name] = { size: bytes.length, offset: String(offset) };
    offset += bytes.length;
  }
  const json = Buffer.from(JSON.stringify({ files: entries }));
  const padded = Math.ceil(json.length / 4) * 4;
  const head = Buffer.alloc(16 + padded);
  head.writeUInt32LE(4, 0);
  head.writeUInt32LE(padded + 8, 4);
  head.writeUInt32LE(padded + 4, 8);
  head.writeUInt32LE(json.length, 12);
  json.copy(head, 16);
  return Buffer.concat([head, ...files.map(({ bytes }) => bytes)]);
};

/** Writes the archive in one step, and only when it is not there already: somebody may be reading it. */
export const packFolder = (folder, archive) => {
  const entries = readdirSync(folder, { withFileTypes: true });
  const nested = entries.find((entry) => !entry.isFile());
  if (nested !== undefined) throw new Error(`${nested.name} in ${folder} is not a file.`);
  const bytes = encodeAsar(
    entries
      .map(({ name }) => ({ name, bytes: readFileSync(join(folder, name)) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
  if (existsSync(archive) && readFileSync(archive).equals(bytes)) return;
  const beside = `${archive}.${process.pid}`;
  writeFileSync(beside, bytes);
  renameSync(beside, archive);
};
