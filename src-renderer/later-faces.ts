/**
 * The faces that the first view does not draw with: Chinese, and Inter beyond Latin. Their style sheets name a
 * hundred files, one per range of characters, of which the page reads those that it draws; the sheets themselves
 * are no part of the first load. A Chinese window waits for nothing: what is drawn before they have come is drawn
 * anew.
 */
export const loadLaterFaces = async (): Promise<void> => {
  await Promise.all([
    import('@fontsource-variable/inter'),
    import('@fontsource-variable/noto-sans-sc'),
  ]);
};
