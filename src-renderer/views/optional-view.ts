/** A view that is loaded when it is first shown; a sentence stands in its place until then. */
import { defineAsyncComponent, defineComponent, h, type Component } from 'vue';
import { useText } from '@renderer/i18n';

type Loader = () => Promise<unknown>;

const Pending = defineComponent({
  name: 'PendingView',
  setup() {
    const { text } = useText();
    return () => h('p', { class: 'muted', style: 'padding: var(--pad)' }, text('app.pending'));
  },
});
const Loading = defineComponent({
  name: 'LoadingView',
  setup() {
    const { text } = useText();
    return () => h('p', { class: 'muted', style: 'padding: var(--pad)' }, text('app.loading'));
  },
});

/** `loader` comes from `import.meta.glob`: undefined while the file does not exist. */
export const optionalView = (loader: Loader | undefined): Component =>
  loader === undefined
    ? Pending
    : defineAsyncComponent({
        loader: loader as () => Promise<Component>,
        loadingComponent: Loading,
        delay: 150,
      });
