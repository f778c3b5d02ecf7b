/**
 * One aligner reordered, in two windows: it appears on the manufacturer's board, is shipped by key, and
 * disappears.
 */
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { createTranslator } from '../testing/translations.ts';
import { dragTo } from './drag.ts';
import { expect, test } from './fixtures.ts';

test('a replacement tray crosses the board in both windows; a batch is dragged to the next column', async ({
  as,
  serverUrl,
}) => {
  const id = await findDemoCaseAt(serverUrl, 'doctor', 25);
  const [en, zh] = [createTranslator('en', 'case'), createTranslator('zh-CN', 'case')];
  const [shop, shopZh] = [createTranslator('en', 'shop'), createTranslator('zh-CN', 'shop')];
  const vendor = await as('vendor', { lang: 'zh-CN', theme: 'dark', at: '/workbench' });
  const doctor = await as('doctor', { at: `/caseDetail?id=${id}&section=manufacturing` });
  const section = doctor.locator('#manufacturing');

  // The case may have other trays on the board, so the test chooses one without a reorder.
  const received = new RegExp(`^(\\d+) ${shop('arch.lower')}, ${shop('state.received')}$`);
  const tray = section.getByRole('radio', { name: received }).first();
  const stage = Number(/\d+/.exec((await tray.getAttribute('aria-label')) ?? '')?.[0]);
  await tray.check();
  await section.getByRole('button', { name: shop('again.this') }).click();
  const dialog = doctor.getByRole('dialog');
  await dialog.getByRole('radio', { name: shop('reason.broken') }).check();
  await dialog.getByRole('button', { name: en('action.orderTray') }).click();

  const toDeliver = vendor.locator('section[aria-labelledby="shop-toDeliver"]');
  const card = toDeliver
    .getByRole('listitem')
    .filter({ hasText: shopZh('mark.lower', { stage }) })
    .locator(`[data-card^="${id}-T"]`);
  const order = (await card.getAttribute('data-card')) ?? '';
  await card.focus();
  await vendor.keyboard.press('Shift+ArrowRight');
  const shipping = vendor.getByRole('dialog');
  await shipping.getByRole('combobox').selectOption('2');
  await shipping.getByRole('textbox').fill('EMS123456789');
  await vendor.keyboard.press('Control+Enter');
  await expect(shipping).toBeHidden();

  const number = order.slice(`${id}-`.length);
  await section.getByRole('button', { name: `${en('action.receiveTray')} ${number}` }).click();
  await doctor
    .getByRole('dialog')
    .getByRole('button', { name: en('action.receiveTray') })
    .click();
  await expect(vendor.locator(`[data-card="${order}"]`)).toHaveCount(0);

  const made = vendor.locator('section[aria-labelledby="shop-producing"] li').first();
  const key = await made.locator('[data-card]').getAttribute('data-card');
  await dragTo(vendor, made, toDeliver, 'data-target');
  const asked = vendor.getByRole('alertdialog').or(vendor.getByRole('dialog'));
  await asked.getByRole('button', { name: zh('action.finishBatch') }).click();
  await expect(toDeliver.locator(`[data-card="${key}"]`)).toBeVisible();
});
