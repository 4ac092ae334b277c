/** Which view is shown. There are four and no addresses, so a router would decide nothing more. */
import { defineStore } from 'pinia';
import { ref } from 'vue';

export const viewNames = ['workbench', 'compare', 'runs', 'devices'] as const;
export type ViewName = (typeof viewNames)[number];

export const useNavigation = defineStore('navigation', () => {
  const view = ref<ViewName>('workbench');
  const show = (name: ViewName): void => {
    view.value = name;
  };
  return { view, show };
});
