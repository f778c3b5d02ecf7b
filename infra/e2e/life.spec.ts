/**
 * One case from a doctor's first click to completion: each change arrives in the other users' browsers without a
 * reload. Includes a refusal at each review, a suspension and a request for information. Steps that another walk
 * performs in a browser are sent over HTTP: reviews (review.spec.ts), batches and completion (months.spec.ts).
 */
import type { Page } from '@playwright/test';
import { takeAction } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import {
  caseIdInAddress,
  confirmAction,
  distributeCase,
  expectStatusShown,
  openActionDialog,
  openCase,
  submitPlan,
} from './acts.ts';
import { expect, test } from './fixtures.ts';
import { mouseWizardDriver } from './mouse.ts';

const cases = createTranslator('en', 'case');

/** Returns a function that expects the page never to have reloaded. */
function neverReloads(page: Page): () => void {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => expect(loads, 'the watching page was loaded again').toBe(0);
}

test('a case from the first click to completion, live in three browsers', async ({ as, serverUrl }) => {
  // Each user opens the page of their first step themselves.
  const open = (user: string) => as(user, { at: null });
  const doctor = await open('doctor');
  const supervisor = await open('supervisor');
  const technician = await open('technician');
  const by = async (user: string) => signIn(serverUrl, user);
  const [byDoctor, byTechnician] = [await by('doctor'), await by('technician')];
  const [byExpert, byVendor] = [await by('expert'), await by('vendor')];
  /** The doctor's second window, which only watches. */
  const watching = await doctor.context().newPage();

  await mouseWizardDriver.begin(doctor, 'en');
  const caseId = caseIdInAddress(doctor);
  await openCase(watching, caseId);
  await expectStatusShown(watching, 0);
  const unmoved = neverReloads(watching);
  await test.step('0 → 9: the wizard', async () => {
    await mouseWizardDriver.patient(doctor, 'en', 'Zhang Yutong');
    await expect(watching.getByRole('heading', { level: 1 })).toContainText('Zhang Yutong');
    await mouseWizardDriver.diagnosis(doctor, 'en');
    await mouseWizardDriver.complaint(doctor, 'en', 'Upper front teeth overlap.');
    await mouseWizardDriver.toPrescription(doctor, 'en');
    await mouseWizardDriver.aligners(doctor, 'en');
    await mouseWizardDriver.markers(doctor, 'en');
    await doctor.keyboard.press('Control+s');
    await expectStatusShown(watching, 7);
    await mouseWizardDriver.files(doctor, 'en');
    await expectStatusShown(watching, 9);
  });

  await test.step('9 → 10 → 12 → 21: submitted, accepted, models prepared by the system', async () => {
    await mouseWizardDriver.submit(doctor, 'en');
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
    await expectStatusShown(supervisor, 13);
    // Each open page reads the case again at each step.
    for (const page of [doctor, supervisor]) await page.close();
  });

  const sees = async (...statuses: number[]) => {
    for (const status of statuses) await expectStatusShown(watching, status);
  };
  await test.step('13 → 14 → 19 → 14 → 15 → 18 → 14 → 15 → 16: refused once at each review', async () => {
    const plan = { name: 'Plan 1', upper: 6, lower: 4, instructions: 'Bond attachments at stage 1.' };
    const refused = (note: string) => ({ result: 'refused', note });
    await submitPlan(technician, caseId, 'submitPlan', plan);
    await sees(14);
    await takeAction(byExpert, caseId, 'qualityAudit', refused('The anchorage of 16 is lost.'));
    await sees(19);
    await expectStatusShown(technician, 19);
    await takeAction(byTechnician, caseId, 'submitPlan');
    await takeAction(byExpert, caseId, 'qualityAudit');
    await sees(15);
    await takeAction(byDoctor, caseId, 'confirmDoctor', refused('13 turns too late.'));
    await sees(18);
    await expectStatusShown(technician, 18);
    await takeAction(byTechnician, caseId, 'submitPlan');
    await takeAction(byExpert, caseId, 'qualityAudit');
    await sees(15);
    await takeAction(byDoctor, caseId, 'confirmDoctor');
    await sees(16);
    await expectStatusShown(technician, 16);
    await technician.close();
  });

  await test.step('16 → 17 → 23 → 25 → 16 → 17 → 23 → 30 → 24: two batches, and completed', async () => {
    const first = { upper: { from: 1, to: 3 }, lower: { from: 1, to: 2 } };
    await takeAction(byVendor, caseId, 'scheduleProduction', first);
    await sees(17);
    await takeAction(byVendor, caseId, 'ship', { courier: 2, trackingNumber: 'EMS100000001' });
    await sees(23);
    await takeAction(byDoctor, caseId, 'confirmReceipt');
    await sees(25);
    await takeAction(byDoctor, caseId, 'nextBatch');
    await sees(16);
    await takeAction(byVendor, caseId, 'scheduleProduction', {});
    await takeAction(byVendor, caseId, 'ship', { courier: 2, trackingNumber: 'EMS100000002' });
    await sees(23);
    await takeAction(byDoctor, caseId, 'confirmReceipt');
    await sees(30);
    await takeAction(byDoctor, caseId, 'complete');
    await sees(24);
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
