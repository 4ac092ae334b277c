/** Whether the tags of a document close in the order in which they open: enough to see markup that leaked out of a text. */
const empty = new Set(['meta', 'br']);

/** null: they do; else the first that does not. */
export const unbalanced = (document: string): string | null => {
  const open: string[] = [];
  for (const [, closing = '', name = '', closed = ''] of document.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?:\s+[\w:-]+="[^"<>]*")*\s*(\/?)>/gi,
  )) {
    if (closed !== '' || empty.has(name)) continue;
    if (closing === '') open.push(name);
    else if (open.pop() !== name) return `</${name}>`;
  }
  // Whatever begins like a tag was one.
  const signs = document.replace(/<!doctype html>/i, '').match(/</g)?.length ?? 0;
  const tags = document.match(/<\/?[a-z][a-z0-9]*(?:\s+[\w:-]+="[^"<>]*")*\s*\/?>/gi)?.length ?? 0;
  if (signs !== tags) return `${signs - tags} of the signs < open no tag`;
  return open.at(-1) ?? null;
};
