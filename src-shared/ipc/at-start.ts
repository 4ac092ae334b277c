/**
 * What the page finds in its own document instead of asking for it: the kernel is there with the first frame, and not
 * after a question that waits until everything else of a start is done. Decides how it is written and read; whoever
 * reads copes with a document that lacks it (the development server's).
 */
import type { Example } from './contract';

export interface AtStart {
  /** As `examples.list` answers. */
  readonly examples: readonly Example[];
}

/** Id of the element that holds it. */
export const atStartId = 'at-start';

/**
 * The element's markup. A block of data: no script runs, and the content security policy has nothing to allow.
 * `<` is written as an escape, so that no text in it can end the element.
 */
export const atStartMarkup = (given: AtStart): string =>
  `<script type="application/json" id="${atStartId}">${JSON.stringify(given).replaceAll('<', '\\u003c')}</script>`;
