/** Size of the window as state: the layout has a few forms and changes between them as it is dragged. */
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

/** Inner size in CSS px. */
export const useWindowSize = (): { readonly width: Ref<number>; readonly height: Ref<number> } => {
  const width = ref(window.innerWidth);
  const height = ref(window.innerHeight);
  const read = () => {
    width.value = window.innerWidth;
    height.value = window.innerHeight;
  };
  // A window that gets its size while its page starts sends no event for it: the page's root is watched too.
  const root = new ResizeObserver(() => requestAnimationFrame(read));
  onMounted(() => {
    window.addEventListener('resize', read);
    root.observe(document.documentElement);
    read();
  });
  onBeforeUnmount(() => {
    window.removeEventListener('resize', read);
    root.disconnect();
  });
  return { width, height };
};
