import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { factSourceText, reasonFormText } from '@shared/text/fact-source';

const folder = resolve(import.meta.dirname, '../../../src-shared/domain/advisor');

/** Every reason and every reading that the domain's sources hold, with a word in place of what varies. */
const written = (): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      const forms = [
        ...text.matchAll(/(?:\bunknown\(\s*|\bwhy: )(['`])([^'`\n]+)\1/g),
        ...text.matchAll(/\bfromBuild\([^'`]*(['`])(.+?)\1/g),
      ].map((found) => found[2] ?? '');
      return forms.map((form) => form.replace(/\$\{[^}]*\}/g, '32'));
    })
    // Codes of their own, which other tables translate.
    .filter((form) => form.includes(' '));

describe('the source of a figure', () => {
  it('names the query, the document with its place, and the reason', () => {
    expect(factSourceText({ kind: 'queried', query: 'CL_DEVICE_WARP_SIZE_NV' })).toBe(
      'CL_DEVICE_WARP_SIZE_NV',
    );
    const table = { kind: 'table', document: 'Guide', version: '13.0', place: 'table 3' } as const;
    expect(factSourceText(table)).toBe('Guide 13.0, table 3');
    expect(factSourceText(table, 'zh-CN')).toBe('Guide 13.0，table 3');
    const unknown = { kind: 'unknown', why: 'gfx9999 is in no table' } as const;
    expect(factSourceText(unknown, 'zh-CN')).toBe('gfx9999 不在任何表格中');
  });

  it('has Chinese for every reason that the domain can give', () => {
    const forms = written();
    expect(forms.length).toBeGreaterThan(15);
    const untold = forms
      .map((form) => form.replace(/^the build told no 32$/, 'the build told no registers'))
      .filter((form) => !/[\u4e00-\u9fff]/.test(reasonFormText(form, 'zh-CN')));
    expect(untold).toEqual([]);
  });

  it('has Chinese for every figure that a build may lack', () => {
    const text = readFileSync(join(folder, 'kernel-facts.ts'), 'utf8');
    const names = [...text.matchAll(/\bbuilt\([^,]+, '([^']+)'\)/g)].map((found) => found[1]);
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      expect(reasonFormText(`the build told no ${name ?? ''}`, 'zh-CN')).toMatch(/^编译结果/);
    }
    const readings = [...text.matchAll(/'[\w-]+': '([^']+ [^']+)'/g)].map((found) => found[1]);
    expect(readings).toHaveLength(2);
    for (const reading of readings) {
      expect(reasonFormText(reading ?? '', 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
    }
  });
});
