/** Presets and addresses that a doctor keeps, and their use in a case. */
import type { Page } from '@playwright/test';
import type { CaseView } from '#projections/case/view.ts';
import { draftCase } from '../actors/http.ts';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const preset = createTranslator('en', 'preset');
const address = createTranslator('en', 'address');
const rx = createTranslator('en', 'rx');
const error = createTranslator('en', 'error');
const wizard = createTranslator('en', 'wizard');

const answer = (page: Page, field: string, option: string) =>
  page
    .getByRole('radiogroup', { name: rx(`field.prescription.${field}`), exact: true })
    .getByRole('radio', { name: rx(`option.${option}`), exact: true });
const act = async (page: Page, name: string, what: string) => {
  await page.getByRole('button', { name: preset('acts', { name }) }).click();
  await page.getByRole('menuitem', { name: preset(what), exact: true }).click();
};
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

test('creates a preset by keyboard, names it once, removes it and undoes that; leaving it unsaved asks first', async ({
  as,
}) => {
  const page = await as('doctor2', { at: '/setListNew' });
  await expect(page.getByText(preset('empty'))).toBeVisible();
  await page.getByRole('button', { name: preset('new') }).press('Enter');
  await page.waitForURL(/setTransparentToothNew/);
  await expect(page.getByRole('textbox', { name: preset('name') })).toBeFocused();
  await page.keyboard.type('non-EXTRACTION');
  await expect(page.getByText(error('issue.taken'))).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Gentle');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(error('issue.preset-empty'))).toBeVisible();
  await answer(page, 'step', 'step.0_15').focus();
  await page.keyboard.press('Space');
  await page.getByRole('link', { name: preset('cancel') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: createTranslator('en', 'shell')('unsaved.stay') })
    .click();
  await page.keyboard.press('Control+s');
  await page.waitForURL(/setListNew/);

  await act(page, 'Gentle', 'rename');
  await page.getByRole('dialog').getByRole('textbox').fill('Gentler');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Gentler')).toBeVisible();
  await act(page, 'Gentler', 'delete');
  await expect(page.getByText(preset('empty'))).toBeVisible();
  await page.getByRole('button', { name: preset('undo') }).click();
  await expect(row(page, 'Gentler')).toBeVisible();
});

test('shows what a preset would change before applying it, and saves a case’s answers as a preset', async ({
  as,
  serverUrl,
}) => {
  const doctor = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(doctor, { files: false });
  const page = await as('doctor', { at: `/addCase/transparentToothNew?id=${caseId}` });
  await expect(answer(page, 'extraction', 'yesNoUnsure.no')).toBeChecked();
  await page.getByRole('button', { name: wizard('preset.extraction-u4-l5') }).click();
  const changes = page.getByRole('dialog').getByRole('row');
  await expect(changes.filter({ hasText: preset('teeth') })).toContainText('14, 24, 45, 35');
  // The assistant saves meanwhile, so the preset must apply to the newer answers.
  const { value } = (await doctor.get<{ value: object }>(`/api/cases/${caseId}/prescription`)).data;
  const anchorage = rx('option.anchorage.mild');
  await expect(changes.filter({ hasText: anchorage })).toHaveCount(0);
  await doctor.put(`/api/cases/${caseId}/prescription`, { ...value, anchorage: 'mild' });
  await expect(changes.filter({ hasText: anchorage })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(answer(page, 'extraction', 'yesNoUnsure.no')).toBeChecked();

  await page.getByRole('button', { name: preset('mine') }).click();
  await page.getByRole('menuitem', { name: '拔 5 内收' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(answer(page, 'extraction', 'yesNoUnsure.yes')).toBeChecked();

  await page.getByRole('button', { name: preset('saveAs') }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('From this case');
  await page.keyboard.press('Enter');
  await expect(page.getByText(preset('kept', { name: 'From this case' }))).toBeVisible();
});

test('keeps an address in the profile, offers it in a case, and allows another one there', async ({
  as,
  serverUrl,
}) => {
  const page = await as('doctor2', { at: '/updateUser?tab=addresses' });
  await page.getByRole('button', { name: address('add') }).click();
  const form = page.getByRole('dialog');
  const field = (name: string) => form.getByRole('textbox', { name: rx(`field.deliveryAddress.${name}`) });
  await field('consignee').fill('Amelia Hart');
  await page.keyboard.press('Enter');
  await expect(form.getByText(error('issue.required'))).toHaveCount(5);
  await field('phone').fill('021-60000001 ext 8');
  await field('clinic').fill('Hart Orthodontics');
  await form.getByLabel(address('province')).selectOption('440000');
  await form.getByRole('combobox', { name: address('city') }).fill('shenzhen');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await field('address').fill('9988 Shennan Avenue, room 501');
  await field('zip').fill('5180');
  await page.keyboard.press('Control+Enter');
  await expect(form.getByText(error('issue.zip-six-digits'))).toBeVisible();
  await field('zip').fill('518000');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('9988 Shennan Avenue, room 501, Shenzhen, Guangdong')).toBeVisible();

  const caseId = await findDemoCaseAt(serverUrl, 'doctor2', 3);
  const client = await signIn(serverUrl, 'doctor2');
  await openLivePage(page, `/addCase/dataUploadNew?id=${caseId}`);
  const saved = page.getByRole('radiogroup', { name: address('whose') });
  // The default address is selected when the page opens, and saved with the draft.
  await expect(saved.getByRole('radio', { name: /Amelia Hart/ })).toBeChecked();
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => {
      const { data } = await client.get<CaseView>(`/api/cases/${caseId}`);
      return data.sections.data?.deliveryAddress?.consignee;
    })
    .toBe('Amelia Hart');
  await page.reload();
  await expect(saved.getByRole('radio', { name: /Amelia Hart/ })).toBeChecked();
  await saved.getByRole('radio', { name: new RegExp(address('temporary')) }).check();
  await expect(page.getByLabel(rx('field.deliveryAddress.consignee'))).toHaveValue('');
  const missing = page.getByRole('link', { name: rx('field.data.deliveryAddress') });
  await missing.click();
  await expect(page.locator('#field-deliveryAddress :focus')).toHaveCount(1);
});
