/** Width of the window as state: the layout has three forms and changes between them as it is dragged. */
import { onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

export const useWindowWidth = (): Ref<number> => {
  const width = ref(window.innerWidth);
  const read = () => {
    width.value = window.innerWidth;
  };
  onMounted(() => window.addEventListener('resize', read));
  onBeforeUnmount(() => window.removeEventListener('resize', read));
  return width;
};
