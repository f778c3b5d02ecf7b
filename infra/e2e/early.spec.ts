/** What a quick person types and presses while the page's script is still on its way is not lost. */
import { caseAt } from '../pictures/at.ts';
import { words } from '../testing/words.ts';
import { sees } from './acts.ts';
import { expect, test } from './world.ts';

const review = words('en', 'review');

test('a refusal is written and sent before the script has come', async ({ as, serverUrl }) => {
  const page = await as('expert');
  const caseId = await caseAt(serverUrl, 'expert', 14);
  const held: (() => void)[] = [];
  let come = false;
  await page.route('**/assets/*.js', async route => {
    if (!come) await new Promise<void>(resolve => held.push(resolve));
    await route.continue();
  });
  await page.goto(`/schemeApproveWidget?id=${caseId}`, { waitUntil: 'commit' });
  const note = page.getByLabel(review('note'));
  await note.pressSequentially('15 does not intrude.');
  await page.getByRole('button', { name: review('refuse'), exact: true }).click();
  await expect(note).toHaveValue('15 does not intrude.');
  come = true;
  for (const go of held) go();
  await page.waitForURL(/caseDetail/);
  await sees(page, 19);
});
