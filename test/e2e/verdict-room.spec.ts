/** Run, samples and the end of a sweep move nothing below the verdict card, in narrow and wide windows. */
import { byId, expect, resize, showIn, test, type StartedApp } from './app';

const heightOf = async (app: StartedApp): Promise<number> => {
  const box = await byId(app, 'verdict').boundingBox();
  return box?.height ?? NaN;
};

test('the verdict card is as high before a sweep as during and after it', async ({ app }) => {
  await byId(app, 'device-toggle-1').waitFor();
  await byId(app, 'global-input').fill('65536');
  await byId(app, 'samples-input').fill('6');
  const heights: string[] = [];
  for (const [width, locale] of [
    [1024, 'en'],
    [1280, 'zh-CN'],
    [1440, 'en'],
  ] as const) {
    await resize(app, width, 800);
    await showIn(app, 'light', locale);
    await byId(app, 'results').evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    const before = await heightOf(app);
    await byId(app, 'verdict').evaluate((card) => {
      const seen = new Set([card.clientHeight]);
      const watcher = new ResizeObserver(() => {
        seen.add(card.clientHeight);
        (card as HTMLElement).dataset['heights'] = [...seen].join(' ');
      });
      watcher.observe(card);
    });
    await byId(app, 'run-button').click();
    await byId(app, 'cancel-button').waitFor();
    await expect(byId(app, 'cancel-button')).toHaveCount(0, { timeout: 60_000 });
    await app.page.screenshot({ path: `artifacts/screens/verdict-room-${width}.png` });
    const seen = await byId(app, 'verdict').getAttribute('data-heights');
    heights.push(`${width}: ${before} ${seen ?? ''}`);
    expect.soft(seen?.split(' '), heights.join(', ')).toHaveLength(1);
  }
});
