/** A draft that is deleted: every window that shows it leaves, and says why. */
import { words } from '../testing/words.ts';
import { caseIdOf, confirm, openCase } from './acts.ts';
import { mouse } from './mouse.ts';
import { expect, test } from './world.ts';

const shell = words('en', 'shell');

test('a deleted draft is left by the window that deleted it and by the others', async ({ as }) => {
  const doctor = await as('doctor');
  await mouse.begin(doctor, 'en', 1);
  const caseId = caseIdOf(doctor);
  const [page, wizard] = [doctor, await doctor.context().newPage()];
  await wizard.goto(doctor.url());
  await expect(wizard.getByText(caseId).first()).toBeVisible();
  const asked: string[] = [];
  wizard.on('response', response => {
    if (response.status() === 404 && response.url().endsWith(`/api/cases/${caseId}`)) asked.push('again');
  });
  await openCase(page, caseId);
  await confirm(page, caseId, 'deleteDraft');
  for (const window of [page, wizard]) {
    await expect(window).toHaveURL(/\/caseList/);
    await expect(window.getByText(shell('gone.deleted', { caseId }))).toHaveCount(1);
  }
  expect(asked.length).toBeLessThanOrEqual(1);
});
