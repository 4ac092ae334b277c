/** A view that is loaded when it is first shown; a sentence stands in its place until then. */
import { defineAsyncComponent, defineComponent, h, type Component } from 'vue';
import { useText, type MessageKey } from '@renderer/i18n';

type Loader = () => Promise<unknown>;

/** A component that says one sentence. */
const saying = (key: MessageKey): Component =>
  defineComponent(() => {
    const { text } = useText();
    return () => h('p', { class: 'muted', style: 'padding: var(--pad)' }, text(key));
  });

/** `loader` comes from `import.meta.glob`: undefined while the file does not exist. */
export const optionalView = (loader: Loader | undefined): Component =>
  loader === undefined
    ? saying('app.pending')
    : defineAsyncComponent({
        loader: loader as () => Promise<Component>,
        loadingComponent: saying('app.loading'),
        delay: 150,
      });
