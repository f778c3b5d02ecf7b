/** An analyst asks the tables in SQL by keyboard, stops, reads a refusal, and follows a report's question. */
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';

const t = createTranslator('en', 'analysis');

test('an analyst asks a question and gets its rows, its refusal and its file', async ({ as }) => {
  const page = await as('analyst', { at: '/analysis/ask' });
  const text = page.getByRole('textbox', { name: t('ask.sql') });
  const answer = page.getByRole('region', { name: t('ask.result') });

  await test.step('Ctrl Enter runs it', async () => {
    await text.fill('SELECT 40 + 2 AS answer, count(*) AS n FROM events WHERE from_status = $status');
    await expect(page.getByLabel('$status', { exact: true })).toBeVisible();
    await text.press('Control+Enter');
    await expect(answer.getByRole('cell', { name: '42' })).toBeVisible();
  });

  await test.step('a refusal says where and what is near', async () => {
    await text.fill('SELECT casd_id FROM cases');
    await text.press('Control+Enter');
    await expect(page.getByRole('alert')).toContainText('Line 1, column 8');
    await expect(page.getByRole('alert')).toContainText('case_id');
  });

  await test.step('Escape stops it', async () => {
    await text.fill('SELECT count(*) FROM range(100000000000)');
    await text.press('Control+Enter');
    await expect(page.getByRole('button', { name: t('ask.stop') })).toBeVisible();
    await text.press('Escape');
    await expect(page.getByText(t('ask.stopped'))).toBeVisible();
  });

  await test.step('a question that comes with the product answers at once, and fits a phone', async () => {
    await page.getByRole('link', { name: t('ask.question.funnel') }).click();
    await page.waitForURL(/\/analysis\/ask\?q=/);
    await page.getByRole('button', { name: t('ask.run') }).click();
    await expect(answer.getByRole('table')).toBeVisible();
    const saved = page.waitForEvent('download');
    await answer.getByRole('button', { name: t('ask.csv') }).click();
    expect((await saved).suggestedFilename()).toMatch(/^archline-.*\.csv$/);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFitsWindow(page);
  });

  await test.step('a report opens as its question', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/analysis/cohorts');
    await page.getByText(t('report.sql')).click();
    await page.getByRole('link', { name: t('ask.openIn') }).click();
    await page.waitForURL(/\/analysis\/ask\?q=/);
    await expect(text).toHaveValue(/SELECT/);
  });
});
