/** Who wears which aligner: the list and the record move by themselves, by others' doing and by the clinic's midnight. */
import type { Page } from '@playwright/test';
import { dayIn, dayNumber } from '#events/case/calendar.ts';
import { caseAt } from '../pictures/at.ts';
import { words } from '../testing/words.ts';
import { expect, test, visit } from './world.ts';

const wear = words('en', 'wear');
const acts = words('en', 'case');
const row = (page: Page, caseId: string) => page.getByRole('row').filter({ hasText: caseId });
const zone = 'Asia/Shanghai';

test('a pause is seen by everybody at once, and the open list turns at the clinic’s midnight', async ({
  as,
  serverUrl,
}) => {
  const caseId = await caseAt(serverUrl, 'doctor', 25);
  const [doctor, assistant] = await Promise.all([as('doctor'), as('assistant')]);
  // Half a minute before midnight in Shanghai, wherever this browser stands.
  const midnight = (dayNumber(dayIn(zone, Date.now())) + 1) * 86_400_000 - 8 * 3_600_000;
  await assistant.clock.install({ time: midnight - 30_000 });
  await visit(assistant, '/patientFilterList');
  const said = (await row(assistant, caseId).textContent()) ?? '';
  const before = Number(/in (\d+) day/.exec(said)?.[1]);
  expect(before).toBeGreaterThan(0);
  await assistant.clock.runFor(61_000);
  const next = ['left.today', 'left.in_one'][before - 1] ?? 'left.in_other';
  const after = wear(next, { count: before - 1 });
  await expect(row(assistant, caseId)).toContainText(after);

  await visit(doctor, '/patientFilterList');
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
