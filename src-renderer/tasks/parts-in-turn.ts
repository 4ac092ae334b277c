/** A view in parts, each in a task of its own, so that all together do not hold up the window. Decides nothing. */
import { readonly, ref, watch, type Ref } from 'vue';
import { nextTask } from './next-task';

/** How many of `count` parts are due: none until `wanted`, then one more with every task. Called in a setup. */
export const usePartsInTurn = (wanted: () => boolean, count: number): Readonly<Ref<number>> => {
  const due = ref(0);
  watch(
    wanted,
    async (isWanted) => {
      while (isWanted && wanted() && due.value < count) {
        await nextTask();
        due.value += 1;
      }
      if (!wanted()) due.value = 0;
    },
    { immediate: true },
  );
  return readonly(due);
};
