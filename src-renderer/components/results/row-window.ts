/**
 * Which rows of a long table are in the document: those that can be seen, and a few beyond. Short tables
 * are there in full.
 */
import { computed, onScopeDispose, ref, watch, type Ref } from 'vue';

const alwaysInFull = 80;
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

/** A window that follows the scrolling and the size of an element: bind `scroller` to it. */
export const useRowWindow = (count: Ref<number>, height: number) => {
  const scroller = ref<HTMLElement | null>(null);
  const scrollTop = ref(0);
  // Until it is known, which is before anything is painted, the rows beyond are enough.
  const viewport = ref(0);
  const look = (): void => {
    scrollTop.value = scroller.value?.scrollTop ?? 0;
    viewport.value = scroller.value?.clientHeight ?? 0;
  };
  const sizes = new ResizeObserver(look);
  watch(scroller, (now, before) => {
    if (before) sizes.unobserve(before);
    if (now) sizes.observe(now);
  });
  onScopeDispose(() => sizes.disconnect());
  const visible = computed(() => rowWindow(count.value, height, scrollTop.value, viewport.value));
  return { scroller, visible, onScroll: look };
};
