/**
 * Which rows of a long table are in the document: those that can be seen, and a few beyond. Short tables
 * are there in full.
 */
import { computed, ref, type Ref } from 'vue';

const alwaysInFull = 200;
const beyond = 20;

export interface RowWindow {
  readonly first: number;
  readonly last: number;
  /** Heights in px that stand for the rows above and below. */
  readonly above: number;
  readonly below: number;
}

/** The window for `count` rows of `height` px in a viewport; `last` is exclusive. */
export const rowWindow = (
  count: number,
  height: number,
  scrollTop: number,
  viewport: number,
): RowWindow => {
  if (count <= alwaysInFull) return { first: 0, last: count, above: 0, below: 0 };
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / height)) - beyond);
  const last = Math.min(count, Math.ceil((scrollTop + viewport) / height) + beyond);
  return { first, last, above: first * height, below: (count - last) * height };
};

/** A window that follows the scrolling of an element. */
export const useRowWindow = (count: Ref<number>, height: number) => {
  const scrollTop = ref(0);
  const viewport = ref(800);
  const visible = computed(() => rowWindow(count.value, height, scrollTop.value, viewport.value));
  const onScroll = (event: Event): void => {
    if (!(event.currentTarget instanceof HTMLElement)) return;
    scrollTop.value = event.currentTarget.scrollTop;
    viewport.value = event.currentTarget.clientHeight;
  };
  return { visible, onScroll };
};
