/** A plan is refused and a case sent back with keyed reasons, by keyboard; viewers of the note see them before it. */
import type { Locator, Page } from '@playwright/test';
import type { Reason } from '#events/case/reasons.ts';
import { planWith } from '#events/testing/plans.ts';
import { takeAction } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { createCaseInDesign, createSubmittedCase, submitPlanVersion } from './case-setup.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const rx = createTranslator('en', 'rx');
const review = createTranslator('en', 'review');
const action = createTranslator('en', 'action');

const toggle = (dialog: Locator, reason: Reason) =>
  dialog.getByRole('checkbox', { name: rx(`option.reason.${reason}`), exact: true });

/** Presses Tab until the toggle has the focus, then Space. */
async function press(page: Page, wanted: Locator): Promise<void> {
  const isFocused = () => wanted.evaluate(one => one === document.activeElement);
  for (let steps = 0; steps < 12 && !(await isFocused()); steps++) await page.keyboard.press('Tab');
  await expect(wanted).toBeFocused();
  await page.keyboard.press('Space');
  await expect(wanted).toBeChecked();
}

test('an expert refuses a plan with reasons by keyboard alone', async ({ as, serverUrl }) => {
  const { caseId, technician } = await createCaseInDesign(serverUrl);
  await submitPlanVersion(technician, caseId, planWith({ teeth: { 13: {} } }), 'Plan 1');
  const page = await as('expert', { at: null });
  await openLivePage(page, `/schemeApproveWidget?id=${caseId}`);
  await page.getByRole('button', { name: review('refuse'), exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('13 rotates too fast.');
  for (const reason of ['movement', 'staging', 'order-differs'] as const)
    await press(page, toggle(dialog, reason));
  await expect(dialog.getByText(action('mostChosen', { max: 3 }))).toBeVisible();
  await expect(toggle(dialog, 'other')).toBeDisabled();
  await page.keyboard.press('Space');
  await expect(toggle(dialog, 'order-differs')).not.toBeChecked();
  await expect(toggle(dialog, 'other')).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/caseDetail/);
  await expect(page.getByText('Tooth movement, Staging: 13 rotates too fast.')).toBeVisible();

  await test.step('the technician reads them in Chinese, on the workbench and at the plan', async () => {
    const designer = await as('technician', { lang: 'zh-CN', at: null });
    await openLivePage(designer, '/workbench');
    await expect(designer.getByText('牙齿移动、分步：“13 rotates too fast.”').first()).toBeVisible();
    await openLivePage(designer, `/caseDetail?id=${caseId}&section=plan`);
    await expect(designer.getByText(/ · 牙齿移动、分步：“13 rotates too fast.”/)).toBeVisible();
  });
});

test('a supervisor sends a case back with a reason, and its doctor reads it', async ({ as, serverUrl }) => {
  const caseId = await createSubmittedCase(serverUrl);
  const page = await as('supervisor', { at: null });
  await openLivePage(page, `/caseDetail?id=${caseId}`);
  const name = createTranslator('en', 'case')('action.deniedCase');
  await page.getByRole('button', { name, exact: true }).first().press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('The upper scan misses 17.');
  await press(page, toggle(dialog, 'records'));
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toHaveCount(0);
  const doctor = await as('doctor', { lang: 'zh-CN', at: null });
  await openLivePage(doctor, `/caseDetail?id=${caseId}`);
  await expect(doctor.getByText('病例资料：The upper scan misses 17.').first()).toBeVisible();
});

test('reasons that an action does not offer are refused by name', async ({ serverUrl }) => {
  const caseId = await createSubmittedCase(serverUrl);
  const supervisor = await signIn(serverUrl, 'supervisor');
  const path = `/api/cases/${caseId}/actions/deniedCase`;
  const paths = async (reasons: readonly string[]) => {
    const body = { note: 'a note', reasons };
    const { http, data } = await supervisor.call<{ issues: { path: string }[] }>('POST', path, body);
    return [http, ...(data?.issues ?? []).map(issue => issue.path)];
  };
  expect(await paths(['records', 'weather'])).toEqual([400, 'reasons.1']);
  expect(await paths(['records', 'records'])).toEqual([400, 'reasons']);
  expect(await paths(['records', 'space', 'defect', 'other'])).toEqual([400, 'reasons']);
  await takeAction(supervisor, caseId, 'deniedCase', { note: 'a note', reasons: ['records'] });
});
