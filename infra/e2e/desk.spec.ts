/**
 * The service desk in the back office: hours, holidays, canned answers and duty, updated on every open page;
 * and the glossary.
 */
import type { Page } from '@playwright/test';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';

const desk = createTranslator('en', 'desk');
const term = createTranslator('en', 'term');
const at = '/backOffice?section=desk';

test('pushes changed hours and duty to another open page', async ({ as }) => {
  const [service, supervisor] = [await as('service', { at }), await as('supervisor', { at })];
  const tab = service.getByRole('main').getByRole('link', { name: desk('section') });
  await expect(tab).toHaveAttribute('aria-current', 'page');
  const friday = { day: desk('weekday.4') };
  const closing = (page: Page) => page.getByRole('combobox', { name: desk('hours.to', friday), exact: true });
  await closing(service).selectOption({ label: '8:00' });
  await expect(service.getByRole('alert').filter({ hasText: desk('hours.wrong') })).toBeVisible();
  await closing(service).selectOption({ label: '17:30' });
  await service.getByRole('button', { name: desk('hours.save') }).click();
  await expect(closing(supervisor)).toHaveValue(String(17 * 60 + 30));
  await service.getByRole('switch', { name: friday.day }).uncheck();
  await service.getByRole('button', { name: desk('hours.reset') }).click();
  await expect(closing(service)).toHaveValue(String(17 * 60 + 30));

  await test.step('duty', async () => {
    await expect(supervisor.getByText(desk('duty.others_one', { count: '1' }))).toBeVisible();
    await supervisor.getByRole('switch', { name: desk('duty.switch') }).click();
    await expect(service.getByText(desk('duty.others_other', { count: '2' }))).toBeVisible();
    await supervisor.getByRole('switch', { name: desk('duty.switch') }).click();
    await expect(service.getByText(desk('duty.others_one', { count: '1' }))).toBeVisible();
  });
});

test('adds a holiday as a range of days, removes it, and undoes the removal', async ({ as }) => {
  const page = await as('admin', { at });
  const typed = async (label: string, day: string) => {
    const group = page.getByRole('group', { name: label });
    await group.getByRole('spinbutton').first().focus();
    await page.keyboard.type(day.replaceAll('-', ''));
  };
  await page.getByRole('textbox', { name: desk('days.name') }).fill('Inventory');
  await page.getByRole('button', { name: desk('days.add'), exact: true }).click();
  await expect(page.getByText(desk('days.required'))).toBeVisible();
  await typed(desk('days.first'), '2031-03-10');
  await typed(desk('days.last'), '2031-03-12');
  await page.getByRole('button', { name: desk('days.add'), exact: true }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'Inventory' });
  await expect(line).toContainText(/2031-03-10 – 03-12.*3 days/);
  await line.getByRole('button', { name: desk('days.remove', { name: 'Inventory' }) }).click();
  await expect(line).toHaveCount(0);
  await page.getByRole('button', { name: desk('days.undo') }).click();
  await expect(line).toContainText('2031-03-10 – 03-12');
});

test('writes a canned answer in both languages with a preview; its terms are one tab stop', async ({
  as,
}) => {
  const page = await as('service', { at });
  await test.step('writes an answer', async () => {
    await page.getByRole('button', { name: desk('canned.add') }).click();
    const dialog = page.getByRole('dialog', { name: desk('canned.add') });
    const field = (key: string) => dialog.getByRole('textbox', { name: desk(`canned.${key}`) });
    await dialog.getByRole('button', { name: desk('canned.save') }).click();
    await expect(dialog.getByText(createTranslator('en', 'error')('issue.blank')).first()).toBeVisible();
    await field('titleZh').fill('支抗');
    await field('titleEn').fill('Anchorage');
    await field('textZh').fill('13 的支抗请见 {{case}}。');
    await field('textEn').fill('Dear ');
    await dialog
      .getByRole('button', { name: desk('canned.placeholder.doctor') })
      .last()
      .click();
    await expect(field('textEn')).toHaveValue('Dear {{doctor}}');
    await expect(dialog.getByRole('region', { name: desk('canned.preview') }).last()).toContainText(
      `Dear ${desk('canned.example.doctor')}`,
    );
    await field('textEn').fill('{{nobody}}');
    await expect(
      dialog.getByText(createTranslator('en', 'error')('issue.placeholder-unknown')),
    ).toBeVisible();
    await field('textEn').fill('Dear {{doctor}}, see {{case}}.');
    await dialog.getByRole('button', { name: desk('canned.save') }).click();
    await expect(dialog).toHaveCount(0);
    const answer = page.getByRole('listitem').filter({ hasText: 'Anchorage' });
    await expect(answer).toBeVisible();
    await answer.getByRole('button', { name: desk('canned.remove', { title: 'Anchorage' }) }).click();
    await expect(answer).toHaveCount(0);
  });

  await test.step('each term of a text shows its meaning', async () => {
    const answer = page.getByRole('listitem').filter({ hasText: 'Attachment lost' });
    const marks = answer.locator('[data-term]');
    await expect.poll(() => marks.count()).toBeGreaterThan(2);
    await answer.getByRole('button', { name: desk('canned.remove', { title: 'Attachment lost' }) }).focus();
    await page.keyboard.press('Tab');
    await expect(marks.first()).toBeFocused();
    await expect(page.getByRole('tooltip')).toHaveText('attachment loss');
    await page.keyboard.press('ArrowRight');
    await expect(marks.nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog');
    await expect(card.getByRole('link', { name: term('inGlossary') })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toHaveCount(0);
    await expect(marks.nth(1)).toBeFocused();
  });
});

test('searches the list of terms without a script', async ({ nobody }) => {
  const page = await nobody({ javaScript: false });
  await page.goto('/terms');
  expect(await page.getByRole('listitem').count()).toBeGreaterThan(170);
  await page.getByRole('searchbox', { name: term('searchIn') }).fill('fujian');
  await page.getByRole('button', { name: term('go') }).click();
  await expect(page.locator('#attachment')).toContainText('附件');
  await expect.poll(() => page.getByRole('listitem').count()).toBeLessThan(30);
  await page.goto(`/terms?q=${encodeURIComponent('<script>alert(1)</script>')}`);
  await expect(page.getByText(term('none', { q: '<script>alert(1)</script>' }))).toBeVisible();
});
