/** An Admin's organisation page: its people see the products and the logo that are set there. */
import { createPng } from '../testing/generate/image.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const organisation = createTranslator('en', 'organisation');
const people = createTranslator('en', 'people');
const rx = createTranslator('en', 'rx');
const error = createTranslator('en', 'error');

const page = '/backOffice?section=organisations&id=archline';

test('the wizard offers only the products that the organisation names', async ({ as }) => {
  const [admin, designer] = await Promise.all([
    as('admin', { at: '/backOffice?section=organisations' }),
    as('designer', { at: '/addCase/pcEnter' }),
  ]);
  const lingual = rx('option.method.2');
  await expect(designer.getByRole('radio', { name: lingual })).toBeVisible();

  await admin.getByRole('link', { name: /eDIY Studio/ }).focus();
  await admin.keyboard.press('Enter');
  await expect(admin).toHaveURL(/id=ediy/);
  const products = admin.getByRole('region', { name: organisation('products') });
  const offered = products.getByRole('checkbox', { name: lingual });
  await offered.uncheck({ force: true });
  await products.getByRole('checkbox', { name: rx('option.productType.3') }).uncheck({ force: true });
  await products.getByRole('button', { name: people('organisations.save') }).click();
  await expect(products.getByRole('button', { name: people('organisations.save') })).toHaveCount(0);

  await designer.reload();
  await expect(designer.getByRole('radio', { name: rx('option.method.1') })).toBeVisible();
  await expect(designer.getByRole('radio', { name: lingual })).toHaveCount(0);
  await expect(designer.getByText(rx('option.productType.3'), { exact: true })).toHaveCount(0);

  await test.step('an offer without a method is refused at the field', async () => {
    await products.getByRole('checkbox', { name: rx('option.method.1') }).uncheck({ force: true });
    await products.getByRole('button', { name: people('organisations.save') }).click();
    await expect(products.getByText(error('issue.too-few', { min: 1 }))).toBeVisible();
    await products.getByRole('button', { name: people('cancel') }).click();
  });

  await offered.check({ force: true });
  await products.getByRole('checkbox', { name: rx('option.productType.3') }).check({ force: true });
  await products.getByRole('button', { name: people('organisations.save') }).click();
  await expect(products.getByRole('button', { name: people('organisations.save') })).toHaveCount(0);
  await designer.reload();
  await expect(designer.getByRole('radio', { name: lingual })).toBeVisible();
});

test('a logo is checked, shown on the sign-in page, and removed', async ({ as, nobody }) => {
  const admin = await as('admin', { at: null });
  await openLivePage(admin, page);
  const panel = admin.getByRole('region', { name: organisation('logo.title') });
  const send = (name: string, buffer: Buffer) =>
    panel.locator('input[type="file"]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await send('letter.png', Buffer.from('%PDF-1.7\n'));
  await expect(panel.getByRole('alert')).toContainText(error('issue.not-image'));
  await send('logo.png', createPng(200, 60));
  const shown = panel.getByRole('img');
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate(img => (img as HTMLImageElement).naturalWidth)).toBe(200);
  const visitor = await nobody();
  await visitor.goto('/login');
  await expect(visitor.getByRole('img', { name: 'Archline Demo' }).first()).toBeVisible();
  await panel.getByRole('button', { name: organisation('logo.remove') }).click();
  await expect(shown).toHaveCount(0);
});
