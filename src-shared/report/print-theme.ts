/** Colours of what is printed or mailed: the light ones of the window's tokens, as values. */
export const printTheme = {
  surface: '#ffffff',
  sunken: '#f8f9fa',
  border: '#e2e5ea',
  text: '#171a20',
  text2: '#444b59',
  text3: '#5d6676',
  grid: '#e6e9ed',
  axis: '#8a93a2',
  accent: '#4b3fc4',
  accentSoft: '#eceafb',
  bad: '#b3202f',
  hatch: '#c9ced7',
  devices: ['#0069b4', '#bf4a00', '#00775f', '#a63a82'],
  // Names without quotes, so that they stand in style sheets and attributes alike. The window's own fonts first
  // (font-faces.ts); where a picture or report is opened without them, what systems have, Chinese fonts last.
  font: 'Inter Variable, Inter, Noto Sans SC Variable, system-ui, Segoe UI, Roboto, Noto Sans, Liberation Sans, DejaVu Sans, Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, PingFang SC, Microsoft YaHei, WenQuanYi Micro Hei, sans-serif',
  mono: 'JetBrains Mono, Noto Sans SC Variable, Noto Sans Mono, ui-monospace, Consolas, Menlo, Noto Sans Mono CJK SC, monospace',
} as const;

export const deviceColour = (slot: number): string =>
  printTheme.devices[slot % printTheme.devices.length] ?? printTheme.text;
