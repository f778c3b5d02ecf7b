/** Submitting from the wizard: never by a slip of the hand, and as soon as it can be. */
import { signIn } from '../testing/client.ts';
import { draftCase } from '../testing/complete-case.ts';
import { words } from '../testing/words.ts';
import { expect, test, visit } from './world.ts';

const cases = words('en', 'case');

test('Ctrl Enter that is held asks, and answers nothing', async ({ as, serverUrl }) => {
  const doctor = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(doctor);
  const page = await as('doctor');
  await visit(page, `/addCase/patientInfoNew?id=${caseId}`);
  const sent: string[] = [];
  page.on('request', request => request.url().endsWith('/submitCase') && sent.push(request.url()));
  const dialog = page.getByRole('dialog');
  await page.keyboard.down('Control');
  await page.keyboard.down('Enter');
  await expect(dialog).toContainText(cases('confirm.submitCase'));
  // As a keyboard repeats a key that stays down.
  for (let times = 0; times < 5; times++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await expect(dialog.getByRole('button', { name: cases('action.submitCase'), exact: true })).toBeEnabled();
  expect(sent).toEqual([]);
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await page.waitForURL(/caseDetail/);
});
