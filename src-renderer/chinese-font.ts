/**
 * The Chinese face. Its style sheet names a hundred files, one per range of characters, of which the page
 * reads those that it draws; the sheet itself is no part of the first load. A Chinese window waits for
 * nothing: what is drawn before it has come is drawn anew.
 */
export const loadChineseFont = async (): Promise<void> => {
  await import('@fontsource-variable/noto-sans-sc');
};
