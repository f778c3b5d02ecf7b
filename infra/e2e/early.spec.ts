/** Input before the page's script has loaded is not lost. */
import type { Page } from '@playwright/test';
import { planWith } from '#events/testing/plans.ts';
import { createTranslator } from '../testing/translations.ts';
import { confirmAction, expectStatusShown } from './acts.ts';
import { createCaseInDesign, createSubmittedCase, submitPlanVersion } from './case-setup.ts';
import { expect, test } from './fixtures.ts';

const review = createTranslator('en', 'review');
const shell = createTranslator('en', 'shell');

/** Blocks a page's scripts. The returned function lets them load. */
async function withoutScripts(page: Page): Promise<() => void> {
  const held: (() => void)[] = [];
  let come = false;
  await page.route('**/assets/*.js', async route => {
    if (!come) await new Promise<void>(resolve => held.push(resolve));
    await route.continue();
  });
  return () => {
    come = true;
    for (const go of held) go();
  };
}

test('a refusal pressed before the script has loaded opens its note', async ({ as, serverUrl }) => {
  // A case of its own: the demo has a single self-designed plan at this review, which another test approves.
  const { caseId, technician } = await createCaseInDesign(serverUrl);
  await submitPlanVersion(technician, caseId, planWith({ teeth: { 13: {} } }), 'Plan 1');
  const page = await as('expert', { at: null });
  const come = await withoutScripts(page);
  await page.goto(`/schemeApproveWidget?id=${caseId}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: review('refuse'), exact: true }).click();
  come();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(review('note')).fill('15 does not intrude.');
  await dialog.getByRole('button', { name: /^Refuse v/ }).click();
  await page.waitForURL(/caseDetail/);
  await expectStatusShown(page, 19);
});

test('a link pressed before the script has loaded asks for confirmation while a case is being restarted', async ({
  as,
  serverUrl,
}) => {
  const caseId = await createSubmittedCase(serverUrl);
  const page = await as('doctor', { at: `/caseDetail?id=${caseId}` });
  await confirmAction(page, caseId, 'withdraw');
  const come = await withoutScripts(page);
  await page.reload({ waitUntil: 'commit' });
  const home = page.getByRole('banner').getByRole('link', { name: shell('nav.home'), exact: true });
  await home.click();
  come();
  const asks = page.getByRole('alertdialog').filter({ hasText: shell('restart.title') });
  await expect(asks).toBeVisible();
  await expect(page).toHaveURL(/caseDetail/);
  await asks.getByRole('button', { name: shell('restart.confirm') }).click();
  await expect(page).toHaveURL(/workbench/);
});
