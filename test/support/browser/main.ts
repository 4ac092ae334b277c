/**
 * The window in a plain browser on the scripted bridge: `npx vite test/support/browser`. Query:
 * `theme`, `lang`, `empty` (no OpenCL), `step` (ms between batches).
 */
import { parseSweepSpec } from '@shared/domain/sweep-schema';
import type { Example } from '@shared/ipc/contract';
import { createFakeBridge, emptyListing } from '../fake-bridge';

const specs = import.meta.glob<unknown>('../../../kernels/*.sweep.json', {
  eager: true,
  import: 'default',
});
const sources = import.meta.glob<string>('../../../kernels/*.cl', {
  eager: true,
  import: 'default',
  query: '?raw',
});

const examples: readonly Example[] = Object.entries(specs).flatMap(([path, value]) => {
  const spec = parseSweepSpec(value);
  const id = /([^/]+)\.sweep\.json$/.exec(path)?.[1];
  if (!spec.ok || id === undefined) return [];
  const sourceText = sources[path.replace(/[^/]+$/, spec.value.source)];
  return sourceText === undefined ? [] : [{ id, spec: spec.value, sourceText }];
});

const query = new URLSearchParams(location.search);
const theme = query.get('theme');
const locale = query.get('lang');
if (theme !== null || locale !== null) {
  localStorage.setItem('ndrange.settings', JSON.stringify({ theme, locale, panels: {} }));
}
const { bridge } = createFakeBridge({
  examples,
  stepMs: Number(query.get('step') ?? 120),
  ...(query.has('empty') ? { listing: emptyListing } : {}),
});
Object.defineProperty(window, 'workbench', { value: bridge });
await import('@renderer/main');
