/** A view that is loaded when it is first shown; a sentence stands in its place until then. */
import { defineAsyncComponent, defineComponent, h, type Component } from 'vue';
import { useText } from '@renderer/i18n';

const Loading = defineComponent(() => {
  const { text } = useText();
  return () => h('p', { class: 'muted', style: 'padding: var(--pad)' }, text('app.loading'));
});

/** Heavy parts (charts) are not part of the first load. */
export const lazyView = (loader: () => Promise<{ readonly default: Component }>): Component =>
  defineAsyncComponent({ loader, loadingComponent: Loading, delay: 150 });
