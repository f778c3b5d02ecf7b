/**
 * One case from a doctor's first click to completion, in the browsers of five users: each change of one user
 * arrives in the other browsers without a reload. Includes a refusal at each review, a suspension and a
 * request for information.
 */
import type { Page } from '@playwright/test';
import { png } from '../testing/generate/image.ts';
import { createTranslator } from '../testing/translations.ts';
import {
  caseIdOf,
  confirmAction,
  distributeCase,
  expectStatusShown,
  openActionDialog,
  openCase,
  reviewPlan,
  scheduleBatch,
  shipBatch,
  submitPlan,
} from './acts.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { mouseDriver } from './mouse.ts';

const cases = createTranslator('en', 'case');
const action = createTranslator('en', 'action');
const rx = createTranslator('en', 'rx');

/** Returns a function that expects the page never to have reloaded. */
function neverReloads(page: Page): () => void {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => expect(loads, 'the watching page was loaded again').toBe(0);
}

test('a case from the first click to completion, live in five browsers', async ({ as }) => {
  // Each user opens the page of their first step themselves.
  const open = (user: string) => as(user, { at: null });
  const doctor = await open('doctor');
  const supervisor = await open('supervisor');
  const technician = await open('technician');
  const expertPage = await open('expert');
  const vendor = await open('vendor');
  /** The doctor's second window, which only watches. */
  const watching = await doctor.context().newPage();

  await mouseDriver.begin(doctor, 'en', 1);
  const caseId = caseIdOf(doctor);
  await openCase(watching, caseId);
  await expectStatusShown(watching, 0);
  const unmoved = neverReloads(watching);
  await test.step('0 → 9: the wizard', async () => {
    await mouseDriver.patient(doctor, 'en', 'Zhang Yutong');
    await expect(watching.getByRole('heading', { level: 1 })).toContainText('Zhang Yutong');
    await mouseDriver.diagnosis(doctor, 'en');
    await mouseDriver.complaint(doctor, 'en', 'Upper front teeth overlap.');
    await mouseDriver.toPrescription(doctor, 'en');
    await mouseDriver.aligners(doctor, 'en');
    await mouseDriver.markers(doctor, 'en');
    await doctor.keyboard.press('Control+s');
    await expectStatusShown(watching, 7);
    await mouseDriver.files(doctor, 'en');
    await expectStatusShown(watching, 9);
  });

  await test.step('9 → 10 → 12 → 21: submitted, accepted, models prepared by the system', async () => {
    await openLivePage(supervisor, '/caseList?filter=2');
    await mouseDriver.submit(doctor, 'en');
    await expectStatusShown(watching, 10);
    await openCase(supervisor, caseId);
    await confirmAction(supervisor, caseId, 'acceptCase');
    await expectStatusShown(watching, 21);
    await expectStatusShown(supervisor, 21);
  });

  await test.step('21 → 13, suspended and continued, information requested and given', async () => {
    await distributeCase(supervisor, caseId, '王磊');
    await expectStatusShown(watching, 13);
    await confirmAction(supervisor, caseId, 'suspend');
    await expectStatusShown(watching, 33);
    await confirmAction(supervisor, caseId, 'continue');
    await expectStatusShown(watching, 13);
    await openCase(technician, caseId);
    await confirmAction(technician, caseId, 'requestInfo', 'Please describe the bite.');
    await expectStatusShown(watching, 11);
    await openCase(doctor, caseId);
    const dialog = await openActionDialog(doctor, caseId, 'answer');
    await dialog.getByRole('textbox').fill('Class I on both sides.');
    await dialog.getByRole('button', { name: cases('action.answer'), exact: true }).click();
    await expectStatusShown(watching, 13);
    await expectStatusShown(technician, 13);
  });

  const plan = (name: string) => ({ name, upper: 6, lower: 4, instructions: 'Bond attachments at stage 1.' });
  await test.step('13 → 14 → 19 → 14 → 15 → 18 → 14 → 15 → 16: refused once at each review', async () => {
    await submitPlan(technician, caseId, 'submitPlan', plan('Plan 1'));
    await expectStatusShown(watching, 14);
    await reviewPlan(expertPage, caseId, 'schemeApproveWidget', 'The anchorage of 16 is lost.');
    await expectStatusShown(watching, 19);
    await submitPlan(technician, caseId, 'submitPlan', plan('Plan 2'));
    await reviewPlan(expertPage, caseId, 'schemeApproveWidget');
    await expectStatusShown(watching, 15);
    await reviewPlan(doctor, caseId, 'schemeApproveWidget', '13 turns too late.');
    await expectStatusShown(watching, 18);
    await expectStatusShown(technician, 18);
    await submitPlan(technician, caseId, 'submitPlan', plan('Plan 3'));
    await reviewPlan(expertPage, caseId, 'schemeApproveWidget');
    await expectStatusShown(watching, 15);
    await reviewPlan(doctor, caseId, 'schemeApproveWidget');
    await expectStatusShown(watching, 16);
  });

  await test.step('16 → 17 → 23 → 25 → 16 → 17 → 23 → 30: two batches', async () => {
    await openCase(vendor, caseId);
    await scheduleBatch(vendor, caseId, { upper: 3, lower: 2 });
    await expectStatusShown(watching, 17);
    await shipBatch(vendor, caseId, 'EMS100000001');
    await expectStatusShown(watching, 23);
    await openCase(doctor, caseId);
    await confirmAction(doctor, caseId, 'confirmReceipt');
    await expectStatusShown(watching, 25);
    await expectStatusShown(vendor, 25);
    await confirmAction(doctor, caseId, 'nextBatch');
    await expectStatusShown(vendor, 16);
    await scheduleBatch(vendor, caseId);
    await shipBatch(vendor, caseId, 'EMS100000002');
    await expectStatusShown(watching, 23);
    await confirmAction(doctor, caseId, 'confirmReceipt');
    await expectStatusShown(watching, 30);
  });

  await test.step('30 → 24: completed', async () => {
    const dialog = await openActionDialog(doctor, caseId, 'complete');
    await dialog.getByRole('radio', { name: rx('option.outcome.1') }).check();
    const picture = { name: 'after.png', mimeType: 'image/png', buffer: png(64, 48, 200) };
    const inputs = dialog.locator('input[type="file"]');
    await inputs.nth(0).setInputFiles(picture);
    await inputs.nth(1).setInputFiles({ ...picture, buffer: png(64, 48, 90) });
    await dialog
      .getByRole('group', { name: action('completedOn') })
      .getByRole('spinbutton')
      .first()
      .click();
    await doctor.keyboard.type(new Date().toISOString().slice(0, 10).replaceAll('-', ''));
    await dialog.getByRole('button', { name: cases('action.complete'), exact: true }).click();
    await expect(dialog).toBeHidden();
    await expectStatusShown(watching, 24);
    await expectStatusShown(vendor, 24);
  });
  unmoved();

  await test.step('the history has every step, and the page can show the case at each of them', async () => {
    await watching.keyboard.press(',');
    await expect(watching.getByRole('button', { name: cases('history.now') }).first()).toBeVisible();
    await expectStatusShown(watching, 30);
    await watching
      .getByRole('button', { name: cases('history.now') })
      .first()
      .click();
    await expectStatusShown(watching, 24);
  });
});
