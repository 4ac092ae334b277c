/**
 * A step of the renderer's build: names in index.html the faces of the first text, which would otherwise be
 * found out of the style sheets only when it is drawn; until then it would stand in a face of the system,
 * slowly found, and be drawn again. Decides which faces that are; one that the build lacks is an error.
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
