/** An analyst asks the tables in SQL by keyboard, stops, reads a refusal, and follows a report's question. */
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
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

  await test.step('a parameter of another type is named', async () => {
    await page.getByLabel(t('ask.typeOf', { name: 'status' })).selectOption('number');
    await page.getByLabel('$status', { exact: true }).fill('many');
    await text.press('Control+Enter');
    await expect(page.getByRole('alert')).toContainText('$status: ');
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
    for (const format of ['csv', 'parquet'] as const) {
      const saved = page.waitForEvent('download');
      await answer.getByRole('button', { name: t('ask.download') }).click();
      await page.getByRole('menuitem', { name: t(`ask.format.${format}`) }).click();
      expect((await saved).suggestedFilename()).toMatch(new RegExp(`^archline-.*\\.${format}$`));
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await expectFitsWindow(page);
  });

  await test.step('a report opens as its question', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/analysis/cohorts');
    await page.getByText(t('report.sql')).first().click();
    await page.getByRole('link', { name: t('ask.openIn') }).click();
    await page.waitForURL(/\/analysis\/ask\?q=/);
    await expect(text).toHaveValue(/SELECT/);
  });
});

test('an analyst keeps a question, shares it with an admin, and undoes its removal', async ({ as }) => {
  const page = await as('analyst', { at: '/analysis/ask' });
  const text = page.getByRole('textbox', { name: t('ask.sql') });
  const answer = page.getByRole('region', { name: t('ask.result') });
  const title = 'Open cases by status';
  const menu = (of: string) => page.getByRole('button', { name: t('ask.savedActs', { title: of }) });

  await test.step('a chart is saved with its question, by keyboard', async () => {
    await text.fill(
      'SELECT status::VARCHAR AS status, count(*) AS cases FROM stays WHERE left_at IS NULL GROUP BY 1',
    );
    await page.getByRole('textbox', { name: t('report.asOf') }).press('Enter');
    await answer.getByRole('radio', { name: t('ask.asChart') }).check({ force: true });
    await expect(
      answer.getByRole('figure', { name: t('ask.chartOf', { x: 'status', y: 'cases' }) }),
    ).toBeVisible();
    await expect(answer.getByRole('button', { name: t('ask.cite') })).toBeVisible();
    await answer.getByRole('radio', { name: t('ask.kind.line') }).check({ force: true });
    await page.getByRole('button', { name: t('ask.save'), exact: true }).focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: t('ask.title') })
      .fill(title);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/analysis\/ask\?q=[\w-]{36}$/);
    await expect(answer.getByRole('figure')).toBeVisible();
  });
  const link = page.url();

  await test.step('changes are told until they are saved', async () => {
    await text.press('End');
    await text.press('ControlOrMeta+End');
    await text.pressSequentially(' ORDER BY 1');
    await expect(page.getByText(t('ask.unsaved'))).toBeVisible();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: t('ask.save'), exact: true }).click();
    await expect(page.getByText(t('ask.unsaved'))).toHaveCount(0);
  });

  await test.step('another analyst opens it once it is shared', async () => {
    const admin = await as('admin', { at: link });
    await expect(admin.getByText(t('ask.gone'))).toBeVisible();
    await menu(title).click();
    await page.getByRole('menuitem', { name: t('ask.share') }).click();
    await expect(page.getByText(t('ask.isShared'), { exact: true })).toBeVisible();
    await admin.goto(link);
    await expect(admin.getByRole('textbox', { name: t('ask.sql') })).toHaveValue(/ORDER BY 1$/);
    await expect(admin.getByRole('button', { name: t('ask.saveAs') })).toBeVisible();
    await expect(admin.getByRole('button', { name: t('ask.savedActs', { title }) })).toHaveCount(0);
  });

  await test.step('a removed one comes back by undo', async () => {
    await menu(title).click();
    await page.getByRole('menuitem', { name: t('ask.remove') }).click();
    await page.waitForURL(/\/analysis\/ask$/);
    await page.getByRole('button', { name: t('ask.undo') }).click();
    await page.waitForURL(link);
    await page.getByRole('tab', { name: t('ask.mine') }).click();
    await expect(page.getByRole('link', { name: title })).toBeVisible();
  });
});
