/** The advice in the real window on runs that two H200s gave: what it says, what it writes, who can read it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { answerSaveDialog, byId, expect, type StartedApp } from './app';
import { openRecorded, test } from './recorded-runs';

const check = async (app: StartedApp, what: string): Promise<void> => {
  const { violations } = await new AxeBuilder({ page: app.page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'])
    .setLegacyMode()
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  expect.soft(found, what).toEqual([]);
};

test('findings, sides, rules and facts of a recorded run', async ({ app }) => {
  await openRecorded(app, 'transpose_naive');
  await expect(byId(app, 'advice-section')).toContainText('4×64');
  await byId(app, 'advice-all').click();
  const findings = byId(app, 'advice-findings');
  await expect(findings).toContainText('The driver’s choice was 256×1');
  await expect(findings.getByText('they agree').first()).toBeVisible();

  await byId(app, 'advice-sides-tab').click();
  await expect(byId(app, 'side-row-32x8')).toContainText('“out” strided');
  await byId(app, 'advice-rules-tab').click();
  await expect(byId(app, 'rule-golden-shapes')).toContainText('does not hold');
  await expect(byId(app, 'rule-rises-then-falls')).toContainText('the run has no 1-D sizes');
  await byId(app, 'advice-facts-tab').click();
  await expect(byId(app, 'fact-registers')).toContainText('-cl-nv-verbose build log');
  await expect(byId(app, 'fact-maxWavefronts')).toContainText('CUDA C++ Programming Guide');

  await byId(app, 'nav-compare').click();
  await expect(byId(app, 'lab-size-chosen')).toHaveText('8×32');

  const csv = join(app.scratch, 'x.csv');
  await answerSaveDialog(app, csv);
  await byId(app, 'nav-workbench').click();
  await byId(app, 'export-csv').click();
  await expect(app.page.getByText('x.advice.json')).toBeVisible();
  const advice = JSON.parse(readFileSync(join(app.scratch, 'x.advice.json'), 'utf8')) as {
    readonly runs: readonly {
      readonly lab: { readonly chosen: { readonly configuration: string } };
    }[];
  };
  expect(advice.runs[0]?.lab.chosen.configuration).toBe('8x32');
  expect(app.complaints).toEqual([]);
});

test('no part of the advice breaks a rule of accessibility, in either theme', async ({ app }) => {
  const shown = () => app.page.evaluate(() => document.documentElement.dataset['theme']);
  for (const theme of ['light', 'dark']) {
    await openRecorded(app, 'saxpy');
    await expect(async () => {
      if ((await shown()) !== theme) await byId(app, 'theme-toggle').click();
      expect(await shown()).toBe(theme);
    }).toPass();
    await expect(byId(app, 'advice-section')).toBeVisible();
    await byId(app, 'search-candidates-toggle').click();
    await check(app, `curve with occupancy and candidates, ${theme}`);
    await byId(app, 'search-candidates-toggle').click();
    await byId(app, 'mode-advice').click();
    for (const part of ['findings', 'sides', 'rules', 'facts']) {
      await byId(app, `advice-${part}-tab`).click();
      await expect(byId(app, `advice-${part}`)).toBeVisible();
      await check(app, `advice, ${part}, ${theme}`);
    }
    await byId(app, 'nav-compare').click();
    await expect(byId(app, 'lab-size')).toBeVisible();
    await check(app, `compare with the lab's size, ${theme}`);
  }
});
