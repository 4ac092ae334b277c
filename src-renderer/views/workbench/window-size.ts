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
  onMounted(() => {
    window.addEventListener('resize', read);
    // A window that was given its size since then has sent its event already.
    read();
  });
  onBeforeUnmount(() => window.removeEventListener('resize', read));
  return { width, height };
};
