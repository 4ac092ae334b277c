/** How every view is pictured: both themes, both languages, the two sizes of the figures. */
export const looks = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'zh-CN'] as const).flatMap((locale) =>
    (
      [
        [1280, 800],
        [1920, 1080],
      ] as const
    ).map(([width, height]) => [theme, locale, width, height] as const),
  ),
);
