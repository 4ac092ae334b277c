/**
 * Entry of the window: fonts and tokens, stores, texts, then the frame. Decides nothing.
 */
import './styles/first-faces.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import '@fontsource/jetbrains-mono/latin-600.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/floating.css';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './App.vue';
import { loadLaterFaces } from './later-faces';
import { i18n } from './i18n';
import { firstLook } from './tasks/first-look';

createApp(App).use(createPinia()).use(i18n).mount('#app');
// In an English window too, later: comments in a kernel may be Chinese.
void (i18n.global.locale.value === 'zh-CN' ? Promise.resolve() : firstLook()).then(loadLaterFaces);
