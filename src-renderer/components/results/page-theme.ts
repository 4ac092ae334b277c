/**
 * The page's colours as values, for what cannot name a CSS custom property (canvas, mixed colours).
 * Follows the theme switch.
 */
import { onBeforeUnmount, onMounted, shallowRef } from 'vue';
import type { ChartTheme } from '@renderer/charts/chart-types';

/** Reads the tokens as they are now. */
export const readTheme = (): ChartTheme => {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  return {
    surface: token('--surface'),
    sunken: token('--sunken'),
    text: token('--text'),
    text2: token('--text2'),
    text3: token('--text3'),
    grid: token('--grid'),
    axis: token('--axis'),
    accent: token('--accent'),
    accentText: token('--accent-text') || token('--accent'),
    devices: [token('--device-0'), token('--device-1'), token('--device-2'), token('--device-3')],
    font: token('--font') || 'sans-serif',
  };
};

/** Calls `changed` whenever the page's theme is switched; stop with the returned function. */
export const watchTheme = (changed: () => void): (() => void) => {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme'],
  });
  return () => observer.disconnect();
};

/** The tokens as a ref that follows the theme, for the lifetime of the component. */
export const usePageTheme = () => {
  const theme = shallowRef(readTheme());
  let stop = (): void => undefined;
  onMounted(() => {
    stop = watchTheme(() => (theme.value = readTheme()));
  });
  onBeforeUnmount(() => stop());
  return theme;
};
