/** The pictures of README.md, on recorded runs: `docs/screenshot.png` and `docs/heat-map.png` are copies of these two. */
import { readdirSync } from 'node:fs';
import { byId, resize, test } from '../app';

const named = (part: string): string =>
  readdirSync('kernels/recorded')
    .find((name) => name.endsWith('.ndrun') && name.includes(part))
    ?.replace('.ndrun', '') ?? '';

test('the pictures of the README', async ({ app }) => {
  await byId(app, 'device-toggle-0').waitFor();
  await app.page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('ndrange.settings') ?? '{}') as object;
    localStorage.setItem(
      'ndrange.settings',
      JSON.stringify({ ...stored, theme: 'light', locale: 'en', hasRun: true }),
    );
    location.reload();
  });
  await byId(app, 'device-toggle-0').waitFor();
  await resize(app, 1440, 900);
  for (const [run, name] of [
    [named('saxpy-12d6'), 'readme-curve'],
    [named('transpose_naive-ab43'), 'readme-heat-map'],
  ] as const) {
    await byId(app, 'nav-runs').click();
    await byId(app, `run-item-${run}`).getByRole('button').first().click();
    await byId(app, 'verdict').waitFor();
    await byId(app, 'recorded-line').waitFor();
    await app.page.getByText('Built on 2 devices').waitFor();
    await app.page.mouse.move(5, 890);
    await app.page.screenshot({ path: `artifacts/screens/${name}.png` });
  }
});
