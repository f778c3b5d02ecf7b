/** Aligners in wear: list and record update by other users' actions and at the clinic's midnight. */
import type { Page } from '@playwright/test';
import { dayInZone, dayNumber } from '#events/case/calendar.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { findWornCase } from './worn-case.ts';

const wear = createTranslator('en', 'wear');
const acts = createTranslator('en', 'case');
const row = (page: Page, caseId: string) => page.getByRole('row').filter({ hasText: caseId });
const zone = 'Asia/Shanghai';

/** Text of the list for a change in `days` days; negative days are past. */
function leftOf(days: number): string {
  if (days === 0) return wear('left.today');
  const count = Math.abs(days);
  return wear(`left.${days > 0 ? 'in' : 'over'}_${count === 1 ? 'one' : 'other'}`, { count });
}

test('shows a pause to everybody at once, and updates the open list at the clinic’s midnight', async ({
  as,
  serverUrl,
}) => {
  // The aligner must not be due right after midnight.
  const caseId = await findWornCase(await signIn(serverUrl, 'doctor'), 2);
  const assistant = await as('assistant', { at: null });
  // Half a minute before midnight in Shanghai, in any time zone of the browser.
  const midnight = (dayNumber(dayInZone(zone, Date.now())) + 1) * 86_400_000 - 8 * 3_600_000;
  await assistant.clock.install({ time: midnight - 30_000 });
  await openLivePage(assistant, '/patientFilterList');
  const days = [...Array(30).keys()];
  const said = (await row(assistant, caseId).textContent()) ?? '';
  const before = days.findLast(day => said.includes(leftOf(day)));
  expect(before).toBeDefined();
  await assistant.clock.runFor(61_000);
  await expect(row(assistant, caseId)).toContainText(leftOf(Number(before) - 1));

  const doctor = await as('doctor', { at: '/patientFilterList' });
  await row(doctor, caseId)
    .getByRole('link', { name: wear('open') })
    .click();
  const drawer = doctor.getByRole('dialog', { name: acts('page.wear') });
  await expect(drawer.getByText(wear('state.worn'))).toBeVisible();
  await drawer.getByRole('button', { name: acts('action.holdWear') }).press('Enter');
  const dialog = doctor.getByRole('dialog', { name: acts('action.holdWear') });
  await expect(dialog.getByText(/→/)).toContainText(wear('openEnd'));
  await doctor.keyboard.press('Control+Enter');
  await expect(drawer.getByText(wear('state.held'), { exact: true })).toBeVisible();
  await expect(drawer.getByRole('button', { name: acts('action.resumeWear') })).toBeVisible();
  await expect(drawer.locator(':focus')).toHaveCount(1);
  await expect(row(assistant, caseId)).toContainText(wear('state.held'));
  await doctor.goto(`/caseDetail?id=${caseId}&section=wear`);
  await expect(doctor.locator('#wear').getByText(wear('state.held'), { exact: true })).toBeVisible();
});
