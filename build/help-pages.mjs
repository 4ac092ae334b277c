/**
 * The documents as pages of the app: a step of the renderer's build that turns docs/*.md into out/renderer/help/,
 * so that the guide opens without a network. It decides which documents are there; links that lead out of them
 * become plain text, because the app opens no browser.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Marked } from 'marked';

export const helpDocuments = [
  'guide',
  'guide.zh-CN',
  'cli',
  'measurement',
  'advisor',
  'file-formats',
  'kernels',
  'security',
  'vocabulary',
];

const style = `
:root { color-scheme: light dark; --bg: #fff; --text: #171a20; --text2: #444b59; --line: #e2e5ea; --sunken: #f3f4f6; --accent: #4b3fc4; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #15181d; --text: #e8eaee; --text2: #b3bac6; --line: #2b303a; --sunken: #0e1013; --accent: #b0a8ff; }
}
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.6 'Inter Variable', 'Noto Sans SC', 'Noto Sans CJK SC', system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 2rem 4rem; }
nav { padding: 0.6rem 2rem; background: var(--sunken); border-bottom: 1px solid var(--line); font-size: 13px; }
nav a { margin-right: 1rem; }
h1 { font-size: 1.6rem; line-height: 1.3; } h2 { font-size: 1.2rem; margin-top: 2rem; }
a { color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font-family: 'JetBrains Mono', 'Noto Sans Mono CJK SC', ui-monospace, monospace; font-size: 0.87em; background: var(--sunken); border-radius: 3px; }
code { padding: 0.1em 0.3em; } pre { padding: 0.8rem 1rem; overflow-x: auto; } pre code { padding: 0; }
table { border-collapse: collapse; width: 100%; font-size: 14px; } th, td { border: 1px solid var(--line); padding: 0.35rem 0.6rem; text-align: left; vertical-align: top; }
th { background: var(--sunken); } img { max-width: 100%; }`;

const titles = { en: 'Guide', 'zh-CN': '使用指南' };

/** A link of a document as it is in the app: another page, a place on a page, or null for what is not there. */
export const helpLink = (href) => {
  if (href.startsWith('#')) return href;
  const [file, place] = href.split('#');
  const name = basename(file, '.md');
  const isPage = /^[\w.-]+\.md$/.test(file) && helpDocuments.includes(name);
  return isPage ? `${name}.html${place === undefined ? '' : `#${place}`}` : null;
};

/** @returns the whole page. The documents are our own: they are not cleaned. */
export const helpPage = (name, markdown) => {
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const link = helpLink(href);
        return link === null ? text : `<a href="${link}">${text}</a>`;
      },
    },
  });
  const isChinese = name.endsWith('zh-CN');
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? name;
  return `<!doctype html>
<html lang="${isChinese ? 'zh-CN' : 'en'}">
<head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head>
<body><nav><a href="guide.html">${titles.en}</a><a href="guide.zh-CN.html">${titles['zh-CN']}</a><a href="cli.html">ndrange</a></nav>
<main>${marked.parse(markdown)}</main></body></html>
`;
};

/** The build step. @param {string} root of the project */
export const helpPages = (root) => ({
  name: 'help-pages',
  apply: 'build',
  generateBundle() {
    for (const name of helpDocuments) {
      const file = join(root, 'docs', `${name}.md`);
      const markdown = readFileSync(file, 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: `help/${name}.html`,
        source: helpPage(name, markdown),
      });
      for (const [, image] of markdown.matchAll(/!\[[^\]]*\]\(([\w./-]+\.png)\)/g)) {
        const picture = join(root, 'docs', image);
        if (existsSync(picture)) {
          this.emitFile({
            type: 'asset',
            fileName: `help/${image}`,
            source: readFileSync(picture),
          });
        }
      }
    }
  },
});
