// @vitest-environment happy-dom
import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import english from '@renderer/i18n/en/opencl-words';
import chinese from '@renderer/i18n/zh-CN/opencl-words';
import {
  completionSources,
  openclCompletions,
  typeDoc,
} from '@renderer/components/editor/opencl-completion';
import { opencl } from '@renderer/components/editor/opencl-language';
import { functions } from '@renderer/components/editor/opencl-words';

/** Labels offered at `|` in a text. */
const offeredAt = async (marked: string): Promise<readonly string[]> => {
  const at = marked.indexOf('|');
  const state = EditorState.create({
    doc: marked.replace('|', ''),
    extensions: [opencl()],
  });
  const context = new CompletionContext(state, at, false);
  const results = await Promise.all(completionSources('en').map(async (source) => source(context)));
  return results.flatMap((result) => result?.options.map(({ label }) => label) ?? []);
};

describe('completion of OpenCL C', () => {
  it('says in both languages what each function does, and its signature', () => {
    expect(Object.keys(chinese.functions)).toEqual([...functions]);
    expect(Object.keys(english.functions)).toEqual([...functions]);
    for (const locale of ['en', 'zh-CN'] as const) {
      const bare = openclCompletions(locale).filter(
        ({ type, detail, info }) => type === 'function' && (!detail || !info),
      );
      expect(bare).toEqual([]);
    }
    for (const line of Object.values(chinese.functions)) expect(line).toMatch(/[一-龥]|[·√−]|max/);
  });

  it('offers each word once', () => {
    const labels = openclCompletions('en').map(({ label }) => label);
    expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
  });

  it('offers the words of the kernel itself', async () => {
    const offered = await offeredAt('__kernel void scale(float factor) { x *= fac|');
    expect(offered).toContain('factor');
    expect(offered.filter((label) => label === '__kernel')).toHaveLength(1);
  });

  it('knows how large vectors are: three components take the room of four', () => {
    expect(typeDoc('float4', english)).toBe('4 × float, 16 bytes');
    expect(typeDoc('double3', english)).toBe('3 × double, 32 bytes');
    expect(typeDoc('uchar16', chinese)).toBe('16 × uchar，16 字节');
    expect(typeDoc('half', english)).toContain('cl_khr_fp16');
    expect(typeDoc('ptrdiff_t', english)).toBeNull();
  });

  it('offers words in code, and none in numbers and comments', async () => {
    expect(await offeredAt('void f() { get_gl|')).toContain('get_global_id');
    expect(await offeredAt('// the global si|')).toEqual([]);
    expect(await offeredAt('int x = 12|')).not.toContain('get_global_id');
  });
});
