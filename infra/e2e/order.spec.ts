/**
 * The order form on the case's page: changes since the last submission are marked, and the form is available
 * as PDF.
 */
import { readFile } from 'node:fs/promises';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { draftCase, takeAction } from '../actors/http.ts';
import { type Client, signIn } from '../testing/client.ts';
import { readPdf, withoutSpaces } from '../testing/pdf.ts';
import { createTranslator, type Lang } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const name = '欧阳㛃𠮷';

/** A case that was sent back, with one answer changed since. */
async function corrected(url: string): Promise<{ caseId: string; doctor: Client }> {
  const [doctor, supervisor] = [await signIn(url, 'doctor'), await signIn(url, 'supervisor')];
  const caseId = await draftCase(doctor, { sections: { patient: { ...sampleAlignerOrder.patient, name } } });
  await takeAction(doctor, caseId, 'submitCase');
  await takeAction(supervisor, caseId, 'deniedCase', { note: 'Smaller steps, please' });
  await doctor.put(`/api/cases/${caseId}/prescription`, { ...sampleAlignerOrder.prescription, step: 0.15 });
  return { caseId, doctor };
}

test('the order form marks changes in both languages and themes, and is downloaded', async ({
  as,
  serverUrl,
}) => {
  const { caseId, doctor } = await corrected(serverUrl);
  const page = await as('doctor', { at: `/caseDetail?id=${caseId}&section=orderForm` });
  const form = page.locator('#orderForm');
  const download = (lang: Lang) =>
    form.getByRole('button', { name: createTranslator(lang, 'order')('download') });
  /** Expects the one changed answer with its old value. */
  const saysWhatChanged = async (lang: Lang) => {
    const [order, rx] = [createTranslator(lang, 'order'), createTranslator(lang, 'rx')];
    const step = form.locator('dd', { hasText: rx('option.step.0_15') });
    await expect(step).toContainText(order('changed.was', { value: rx('option.step.0_2') }));
    await expect(form.locator('dd', { hasText: order('changed.was', { value: '' }) })).toHaveCount(1);
  };
  const hasNoFaults = async () =>
    expect(await findAxeViolations(page, { bestPractice: true, within: '#orderForm' })).toEqual([]);

  await saysWhatChanged('en');
  await takeAction(doctor, caseId, 'submitCase');
  await saysWhatChanged('en');
  await hasNoFaults();
  await page.route('**/order.pdf', route => route.abort());
  await download('en').click();
  await expect(page.getByText(createTranslator('en', 'error')('103006'))).toBeVisible();
  await page.unroute('**/order.pdf');

  await page.context().addCookies([
    { name: 'lang', value: 'zh-CN', url: serverUrl },
    { name: 'theme', value: 'dark', url: serverUrl },
  ]);
  await openLivePage(page, `/caseDetail?id=${caseId}&section=orderForm`);
  await saysWhatChanged('zh-CN');
  await hasNoFaults();
  const coming = page.waitForEvent('download');
  await download('zh-CN').focus();
  await page.keyboard.press('Enter');
  const file = await coming;
  expect(file.suggestedFilename()).toBe(`${caseId}-order.pdf`);
  const { text, pictures } = await readPdf(await readFile(await file.path()));
  const rx = createTranslator('zh-CN', 'rx');
  expect(withoutSpaces(text)).toContain(
    withoutSpaces(rx('field.prescription.step') + rx('option.step.0_15')),
  );
  expect(withoutSpaces(text)).toContain(name);
  expect(pictures).toBe(9);
});
