/**
 * A retainer from its application to the doctor's receipt, in two windows that each show the other's actions.
 */
import type { Page } from '@playwright/test';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';

const t = createTranslator('en', 'retainer');
const cases = createTranslator('en', 'case');
const rx = createTranslator('en', 'rx');

/** Row of an order in the list. */
const row = (page: Page, id: string) => page.getByRole('row').filter({ hasText: id });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Submits the form with missing fields, which report errors, and fills them in. */
async function fillIn(page: Page): Promise<void> {
  await button(page, t('form.submit')).click();
  await expect(page.locator('#retainer-type')).toContainText('Required');
  await page.getByRole('radio', { name: rx('option.retainerType.3') }).check();
  await page
    .locator('#retainer-arch')
    .getByRole('radio', { name: /^Upper/ })
    .check();
  const basis = page.locator('#retainer-upper-kind');
  await expect(basis).toContainText('Required');
  await basis.getByRole('radio', { name: new RegExp(rx('option.retainerBasis.3')) }).check();
  await page.getByRole('textbox', { name: t('form.stage') }).fill('99');
  await button(page, t('form.submit')).click();
  await expect(page.getByText(/The last aligner is \d+/)).toBeVisible();
  await page.getByRole('textbox', { name: t('form.stage') }).fill('3');
  // A number is accepted when its field loses the focus.
  await page.keyboard.press('Tab');
  await page.getByRole('radio', { name: t('form.pontic') }).check();
  await page.getByRole('gridcell', { name: /^12/ }).click();
  await page.getByRole('radio', { name: new RegExp(rx('option.retainerFixed.2')) }).check();
  await button(page, t('form.submit')).click();
}

test('the doctor applies, the manufacturer produces and delivers, the doctor receives', async ({
  as,
  serverUrl,
}) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 30);
  const { data } = await (await signIn(serverUrl, 'doctor')).get<{ items: unknown[] }>(
    `/api/cases/${caseId}/retainers`,
  );
  const number = data.items.length + 1;
  const id = `${caseId}-R${number}`;
  const vendor = await as('vendor', { at: '/retainerList' });
  const doctor = await as('doctor', { at: `/createRetainerWidget?id=${caseId}` });
  await fillIn(doctor);
  const order = doctor.locator(`[data-order="${id}"]`);
  await expect(order).toContainText(cases('retainer.status.1'));
  await expect(order).toContainText('12');

  await vendor.getByRole('button', { name: t('updates_one', { count: 1 }) }).click();
  await row(vendor, id)
    .getByRole('button', { name: cases('retainer.action.produce') })
    .click();
  await vendor
    .getByRole('alertdialog')
    .getByRole('button', { name: cases('action.produceRetainer') })
    .click();
  await expect(order).toContainText(cases('retainer.status.2'));

  await row(vendor, id)
    .getByRole('button', { name: cases('retainer.action.deliver') })
    .click();
  const dialog = vendor.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption('2');
  await dialog.getByRole('textbox').fill('ems1234567');
  await dialog.getByRole('button', { name: cases('action.deliverRetainer') }).click();
  await expect(order).toContainText('EMS1234567');

  await order.getByRole('button', { name: cases('retainer.action.receive') }).click();
  await doctor
    .getByRole('alertdialog')
    .getByRole('button', { name: cases('action.receiveRetainer') })
    .click();
  await expect(row(vendor, id)).toContainText(cases('retainer.status.4'));

  await order.getByRole('link', { name: t('again') }).click();
  await expect(doctor.getByRole('heading', { level: 1 })).toContainText(`as order ${number}`);
  await expect(doctor.getByRole('textbox', { name: t('form.stage') })).toHaveValue('3');
});
