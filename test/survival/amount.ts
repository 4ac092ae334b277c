/** How much the survival tests do: a short form with every test run, the full figures with `npm run test:long`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const isLong = process.env['NDRANGE_LONG'] === '1';

/** Prints a table and keeps it in artifacts/reports. */
export const saveReport = (name: string, table: string): void => {
  const reports = resolve(import.meta.dirname, '../../artifacts/reports');
  mkdirSync(reports, { recursive: true });
  writeFileSync(join(reports, `${name}${isLong ? '-long' : ''}.txt`), table);
  console.log(table);
};
