/** An impossible date is never changed to another one, and a half-typed date is never saved. */

import { sampleAlignerOrder } from '#events/script/orders.ts';
import type { CaseView } from '#projections/case/view.ts';
import { draftCase } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';

const rx = createTranslator('en', 'rx');
const common = createTranslator('en', 'common');

test('a birth date of 31 April typed by keyboard stays as typed, is refused with its name, and is not saved', async ({
  as,
  serverUrl,
}) => {
  const client = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(client, { files: false });
  const saved = async () => {
    const { data } = await client.get<CaseView>(`/api/cases/${caseId}`);
    return data.sections.patient?.birthDate;
  };
  const page = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  await test.step('half a date is reported at its field', async () => {
    const visitDay = page.getByRole('group', { name: rx('field.patient.visitDate') });
    await visitDay.getByRole('spinbutton').first().click();
    await page.keyboard.type('2026');
    await page.getByRole('textbox', { name: rx('field.patient.name'), exact: true }).focus();
    const said = page.getByText(createTranslator('en', 'error')('issue.date-format'));
    await expect(said).toBeVisible();
    await visitDay.getByRole('spinbutton').nth(1).click();
    await page.keyboard.type('1101');
    await expect(said).toHaveCount(0);
  });

  const birth = page.getByRole('group', { name: rx('field.patient.birthDate') });
  const segment = (at: number) => birth.getByRole('spinbutton').nth(at);
  const retype = async (digits: string) => {
    await segment(0).focus();
    await page.keyboard.type(digits);
  };
  await retype('20020431');
  await page.keyboard.press('Tab');
  const told = common('kit.noSuchDay').replace('{{date}}', '31 April');
  await expect(page.getByText(told)).toBeVisible();
  await expect(segment(2)).toHaveText('31');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(told)).toBeVisible();
  expect(await saved()).toBe(sampleAlignerOrder.patient.birthDate);

  await retype('20020430');
  await page.keyboard.press('Tab');
  await expect(page.getByText(told)).toBeHidden();
  await page.keyboard.press('Control+s');
  await expect.poll(saved).toBe('2002-04-30');

  // `3` may become 31, so the segment is no complete day until it loses the focus.
  await segment(2).focus();
  await page.keyboard.type('3');
  await page.clock.install();
  await page.clock.runFor(120_000);
  expect(await saved()).toBe('2002-04-30');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+s');
  await expect.poll(saved).toBe('2002-04-03');
});
