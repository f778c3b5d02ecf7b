/** A plan is refused, and the open report on rework shows it without a reload; the reports are read as of an earlier moment. */
import type { Page } from '@playwright/test';
import { planWith } from '#events/testing/plans.ts';
import { takeAction } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { createCaseInDesign, submitPlanVersion } from './case-setup.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';

test('an analyst sees a refusal and its reason arrive', async ({ as, serverUrl }) => {
  const t = createTranslator('en', 'analysis');
  const rx = createTranslator('en', 'rx');
  const page = await as('analyst', { at: '/analysis/rework' });
  const row = page.getByRole('row', {
    name: new RegExp(`${t('rework.refused.PlanExpertReviewed')}.*${rx('option.reason.space')}`),
  });
  const timesOf = async () =>
    (await row.count()) === 0 ? 0 : Number(await row.getByRole('cell').nth(2).textContent());
  await expect(page.getByRole('table', { name: t('screen.rework') })).toBeVisible();
  const before = await timesOf();

  const { caseId, technician } = await createCaseInDesign(serverUrl);
  await submitPlanVersion(technician, caseId, planWith({ teeth: { 13: {} } }), 'Plan 1');
  const expert = await signIn(serverUrl, 'expert');
  await takeAction(expert, caseId, 'qualityAudit', {
    ...{ result: 'refused', note: 'No room for 13.', reasons: ['space'] },
  });
  await expect.poll(timesOf).toBe(before + 1);
});

/** Goes to the next tab of the analysis by keyboard. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).press('Enter');
  await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
}

test('a supervisor reads times by method and workload, as of yesterday, on a phone too', async ({ as }) => {
  const t = createTranslator('en', 'analysis');
  const page = await as('supervisor', { at: '/analysis' });

  await test.step('only the screens of a supervisor are offered', async () => {
    const tabs = page.getByRole('navigation', { name: t('screens') });
    await expect(tabs.getByRole('link')).toHaveText(
      ['replay', 'times', 'workload', 'forecasts'].map(id => t(`screen.${id}`)),
    );
  });

  await test.step('and it says for whom the others are', async () => {
    await expect(page.getByText(t('notYoursHow'))).toContainText(t('screen.rework'));
  });

  await test.step('the last day of a range is counted', async () => {
    await openTab(page, t('screen.times'));
    await page
      .getByRole('group', { name: t('report.to') })
      .getByRole('spinbutton')
      .first()
      .focus();
    await page.keyboard.type('20260331');
    await page.waitForURL(/to=2026-04-01/);
    await page.getByRole('link', { name: t('report.clear') }).press('Enter');
  });

  await test.step('a split is in the address', async () => {
    await openTab(page, t('screen.times'));
    await page.getByLabel(t('report.by')).selectOption(t('report.split.method'));
    await page.waitForURL(/by=method/);
    await expect(page.getByRole('columnheader', { name: t('report.split.method') })).toBeVisible();
  });

  await test.step('all statuses of a split have one chart', async () => {
    await page.getByLabel(t('report.by')).selectOption(t('report.split.month'));
    const name = t('times.matrix', { split: t('report.split.month') });
    await expect(page.getByRole('figure', { name }).locator('canvas').first()).toBeVisible();
  });

  await test.step('one status has a chart of its groups', async () => {
    const table = page.getByRole('table', { name: t('screen.times') });
    const all = await table.getByRole('row').count();
    await page.getByLabel(t('times.status'), { exact: true }).selectOption({ index: 1 });
    await page.waitForURL(/status=\d+/);
    await expect(page.getByRole('figure')).toBeVisible();
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(all);
  });

  await test.step('a figure leads to its question', async () => {
    await page.getByText(t('report.sql')).first().click();
    await expect(page.getByText('FROM stays s JOIN chosen c')).toBeVisible();
  });

  await test.step('workload fits a phone', async () => {
    await openTab(page, t('screen.workload'));
    await expect(page.getByRole('table', { name: t('screen.workload') })).toBeVisible();
    await expect(page.getByText(/Most cases come on \w+ .*Most leave on \w+/)).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFitsWindow(page);
  });

  await test.step('the map is for analysts', async () => {
    await page.goto('/analysis/map');
    await expect(page.getByText(t('notYours'))).toBeVisible();
  });
});

test('a figure opens its cases, and the filters stay from screen to screen, in Chinese', async ({ as }) => {
  const t = createTranslator('zh-CN', 'analysis');
  const page = await as('analyst', { lang: 'zh-CN', at: '/analysis/times' });
  const cases = page.getByRole('dialog').getByRole('table', { name: t('report.cases.label') });

  await test.step('by keyboard, with as many rows as it says', async () => {
    const figure = page
      .getByRole('table', { name: t('screen.times') })
      .getByRole('link')
      .first();
    const count = Number(await figure.textContent());
    expect(count).toBeGreaterThan(0);
    const drawing = await page.locator('figure canvas').first().elementHandle();
    await figure.press('Enter');
    await expect(cases.getByRole('row')).toHaveCount(Math.min(count, 20) + 1);
    await page.waitForURL(/list=cycleTimes\.stays&cell=/);
    expect(await drawing?.evaluate(canvas => canvas.isConnected), 'the chart was drawn again').toBe(true);
  });

  await test.step('the opened figure is a link, and closes with Escape', async () => {
    await page.reload();
    await expect(cases).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(cases).toBeHidden();
  });

  await test.step('a clinic is in the address of the next screen too', async () => {
    const clinics = page.getByLabel(t('report.split.org'), { exact: true });
    await clinics.selectOption({ index: 1 });
    await page.waitForURL(/org=/);
    await openTab(page, t('screen.map'));
    await expect(page).toHaveURL(/org=/);
    await expect(page.getByLabel(t('report.split.org'), { exact: true })).not.toHaveValue('any');
  });

  await test.step('a case opens as it was', async () => {
    const moves = page.getByRole('table', { name: t('map.moves') });
    await page.getByText(t('chart.table')).first().click();
    await moves.getByRole('link').first().click();
    await cases.getByRole('link').first().click();
    await page.waitForURL(/caseDetail\?id=.*at=/);
  });
});

test('the map tells completed ways, and that all moves kept the rules of their day', async ({ as }) => {
  const t = createTranslator('en', 'analysis');
  const page = await as('analyst', { at: '/analysis/map' });
  const underWay = page.getByRole('table', { name: t('map.ways') }).getByText(t('map.underWay'));
  await expect(underWay.first()).toBeVisible();
  await page.getByRole('radio', { name: t('map.only.ended') }).check({ force: true });
  await expect(underWay).toHaveCount(0);
  const panel = page.getByRole('region', { name: t('conformance.title') });
  await expect(panel.getByText(t('conformance.clean'))).toBeVisible();
  for (const verdict of ['lacking', 'byOther', 'noLonger']) {
    const name = t(`conformance.verdict.${verdict}`);
    await expect(panel.getByText(t('conformance.none', { verdict: name, moves: '0' }))).toBeVisible();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFitsWindow(page);
});

test('the position is said once, its link keeps it, and rows that are lacking are told', async ({
  as,
  serverUrl,
}) => {
  const t = createTranslator('en', 'analysis');
  const page = await as('analyst', { at: null });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: serverUrl });
  let lacks = [{ table: 'stays', from: 'x-1', to: 'x-9' }];
  await page.route('**/api/reports/rework?*', async route => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, lacks } } });
  });
  await openLivePage(page, '/analysis/rework?by=technician');
  const notice = page.getByText(t('report.lacks', { tables: 'stays' }));
  // The screen may come to life after the header, and a choice before that is lost.
  await expect(async () => {
    await page.getByLabel(t('report.by')).selectOption(t('report.split.expert'));
    await page.waitForURL(/by=expert/, { timeout: 2000 });
  }).toPass();
  await expect(notice).toBeVisible();
  lacks = [];
  await page.getByRole('button', { name: t('report.retry') }).click();
  await expect(notice).toBeHidden();

  const position = /\w{1,8}-\d+[)）]/;
  await expect(page.getByText(position)).toHaveCount(1);
  await page.getByRole('button', { name: t('report.copyLink') }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('by=expert');
  expect(new URL(link).searchParams.get('asOf')).toMatch(/^\w{1,8}-\d+$/);
  await page.goto(link);
  await expect(page.getByText(t('report.atPosition'))).toBeVisible();
});

test('the palette finds the screens of a person’s analysis', async ({ as }) => {
  const t = createTranslator('zh-CN', 'analysis');
  const page = await as('supervisor', { lang: 'zh-CN' });
  const palette = page.getByRole('dialog');
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(palette).toBeVisible({ timeout: 2000 });
  }).toPass();
  await palette.getByRole('combobox').fill(t('screen.times'));
  await expect(palette.getByRole('option', { name: t('screen.times') })).toBeVisible();
  await palette.getByRole('combobox').fill(t('screen.rework'));
  await expect(palette.getByRole('option', { name: t('screen.rework') })).toHaveCount(0);
  await palette.getByRole('combobox').fill(t('screen.times'));
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/analysis\/times/);
});
