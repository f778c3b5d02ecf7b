/** An analyst browses the log by keyboard and by its strip, opens an event, and follows new ones. */
import type { Page } from '@playwright/test';
import { createTranslator } from '../testing/translations.ts';
import { createSubmittedCase } from './case-setup.ts';
import { expect, test } from './fixtures.ts';
import { expectFitsWindow } from './layout.ts';

const log = createTranslator('en', 'analysis');
const detail = createTranslator('en', 'caseDetail');

const rowsOf = (page: Page) => page.getByRole('listbox', { name: log('log.rows.label') });
const rowOf = (page: Page, name: string) => rowsOf(page).getByRole('option', { name });
const activeText = (page: Page) =>
  rowsOf(page).evaluate(
    list => document.getElementById(list.getAttribute('aria-activedescendant') ?? '')?.textContent ?? '',
  );

test('an analyst moves through the log by keyboard and opens the case as it stood', async ({ as }) => {
  const page = await as('analyst', { at: '/analysis/log' });
  const rows = rowsOf(page);
  await expect(rows.getByRole('option').first()).toBeVisible();

  await test.step('only the rows in sight are drawn', async () => {
    expect(await rows.getByRole('option').count()).toBeLessThan(70);
    await expect(page.getByText(log('log.rows.following'))).toBeVisible();
  });

  await test.step('the keys go to both ends of the whole log', async () => {
    await rows.focus();
    await page.keyboard.press('Home');
    await page.waitForURL(/at=1970-01-01/);
    await expect(page.getByText(log('log.rows.begin'))).toBeVisible();
    await expect(rows).toBeFocused();
    await page.keyboard.press('ArrowDown');
    expect(await activeText(page)).toContain('CaseCreated');
    const first = await activeText(page);
    await page.keyboard.press('PageDown');
    expect(await activeText(page)).not.toBe(first);
    await page.keyboard.press('PageUp');
    expect(await activeText(page)).toBe(first);
  });

  await test.step('Enter opens the event, which leads to the case as it stood then', async () => {
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('pre')).toContainText('"caseId"');
    await page.reload();
    await expect(dialog.locator('pre')).toContainText('"caseId"');
    await dialog.getByRole('link', { name: log('log.event.case') }).click();
    await page.waitForURL(/caseDetail\?id=\w+&at=/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(rows).toBeVisible();
  });

  await test.step('End goes to the newest', async () => {
    await rows.focus();
    await page.keyboard.press('End');
    await expect(page.getByText(log('log.rows.following'))).toBeVisible();
    await expect(rows).toBeFocused();
  });
});

test('filters, strip and new events', async ({ as, serverUrl }) => {
  const page = await as('analyst', { at: '/analysis/log' });
  await expect(rowsOf(page).getByRole('option').first()).toBeVisible();

  await test.step('a new event appears at the end by itself', async () => {
    const caseId = await createSubmittedCase(serverUrl);
    await expect(rowOf(page, caseId).filter({ hasText: 'CaseSubmitted' })).toBeVisible();
    await rowOf(page, caseId).filter({ hasText: 'CaseSubmitted' }).click();
    await expect(page.getByRole('dialog')).toContainText('CaseSubmitted');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('a kind of event narrows rows and strip, and is in the address', async () => {
    await page
      .getByRole('combobox', { name: log('log.filter.type') })
      .selectOption({ value: 'CaseSubmitted' });
    await page.waitForURL(/type=CaseSubmitted/);
    await expect(rowOf(page, 'CaseSubmitted').first()).toBeVisible();
    await expect(rowOf(page, 'FileAttached')).toHaveCount(0);
    await page.getByRole('link', { name: log('log.filter.clear') }).click();
    await expect(rowOf(page, 'FileAttached').first()).toBeVisible();
  });

  await test.step('the strip moves the rows', async () => {
    const strip = page.getByRole('slider', { name: log('log.strip.label') });
    await strip.focus();
    await page.keyboard.press('Home');
    await page.waitForURL(/at=20/);
    await expect(page.getByText(log('log.rows.begin'))).toBeVisible();
    await expect(strip).toHaveAttribute('aria-valuetext', /^\d{4}-\d\d-\d\d: \d+ events?$/);
  });

  await test.step('no match says how to go on, on a phone as well', async () => {
    await page.goto('/analysis/log?case=ZZZZZZ');
    await expect(page.getByText(log('log.empty.filter'))).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/analysis/log');
    await expect(rowsOf(page).getByRole('option').first()).toBeVisible();
    await expectFitsWindow(page);
  });
});

test('an analyst’s pages have no button that does nothing', async ({ as }) => {
  const page = await as('analyst', { at: '/caseList' });
  await page
    .getByRole('link', { name: /^[A-Z0-9]{6}$/ })
    .first()
    .click();
  await page.waitForURL(/caseDetail/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: detail('ask'), exact: true })).toHaveCount(0);
});
