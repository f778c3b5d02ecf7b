/** Deletion of a draft: every window that shows it leaves the page and says why. */

import { draftCase } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { confirmAction, openCase } from './acts.ts';
import { expect, test } from './fixtures.ts';

const shell = createTranslator('en', 'shell');

test('a deleted draft is left by the deleting window and by all others', async ({ as, serverUrl }) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'), { sections: {}, models: false });
  const wizard = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  const page = await wizard.context().newPage();
  const asked: string[] = [];
  wizard.on('response', response => {
    if (response.status() === 404 && response.url().endsWith(`/api/cases/${caseId}`)) asked.push('again');
  });
  await openCase(page, caseId);
  await confirmAction(page, caseId, 'deleteDraft');
  for (const window of [page, wizard]) {
    await expect(window).toHaveURL(/\/caseList/);
    await expect(window.getByText(shell('gone.deleted', { caseId }))).toHaveCount(1);
  }
  expect(asked.length).toBeLessThanOrEqual(1);
});
