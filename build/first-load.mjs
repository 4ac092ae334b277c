/**
 * What the window reads to show its first view, as a step of the renderer's build. All its code and styles are one
 * file each: every file costs a way through three processes. The faces of the first text are named in index.html;
 * they would otherwise be found out of the style sheet only when it is drawn, and until then it would stand in a
 * face of the system, slowly found, and be drawn again. Decides which faces that are; one that the build lacks is
 * an error.
 */
const faces = [
  'inter-latin-wght-normal',
  'jetbrains-mono-latin-400-normal',
  'jetbrains-mono-latin-600-normal',
];

/** @returns {import('vite').Plugin} */
export const firstLoad = () => ({
  name: 'first-load',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => {
      // The development server builds nothing.
      if (bundle === undefined) return [];
      const names = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
      return faces.map((face) => {
        const name = names.find((candidate) => candidate.includes(face));
        if (name === undefined) throw new Error(`first-load: the build has no ${face}`);
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true };
        return { tag: 'link', attrs: { ...attrs, href: `./${name}` }, injectTo: 'head' };
      });
    },
  },
});

/**
 * One chunk for all that `page` (a path) imports without waiting, whichever later part shares it.
 * @returns {import('vite').Rolldown.CodeSplittingOptions}
 */
export const oneFirstChunk = (page) => {
  /** @type {Set<string> | null} */
  let first = null;
  const reachedFrom = (start, context) => {
    const reached = new Set();
    const waiting = [start];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
    }
    return reached;
  };
  const name = (id, context) => {
    first ??= reachedFrom(page, context);
    return first.has(id) ? 'first' : null;
  };
  return { groups: [{ name, debugName: 'first' }] };
};
