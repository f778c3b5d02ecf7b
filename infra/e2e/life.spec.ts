/**
 * One case from a doctor's first click to completion, in the browsers of five users: each change of one user
 * arrives in the other browsers without a reload. Includes a refusal at each review, a suspension and a
 * request for information.
 */
import type { Page } from '@playwright/test';
import { png } from '../testing/generate/image.ts';
import { createTranslator } from '../testing/words.ts';
import {
  caseIdOf,
  confirm,
  distribute,
  handIn,
  openCase,
  press,
  reviews,
  schedules,
  sees,
  ships,
} from './acts.ts';
import { mouse } from './mouse.ts';
import { expect, test, visit } from './world.ts';

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

  await mouse.begin(doctor, 'en', 1);
  const caseId = caseIdOf(doctor);
  await openCase(watching, caseId);
  await sees(watching, 0);
  const unmoved = neverReloads(watching);
  await test.step('0 → 9: the wizard', async () => {
    await mouse.patient(doctor, 'en', 'Zhang Yutong');
    await expect(watching.getByRole('heading', { level: 1 })).toContainText('Zhang Yutong');
    await mouse.diagnosis(doctor, 'en');
    await mouse.complaint(doctor, 'en', 'Upper front teeth overlap.');
    await mouse.toPrescription(doctor, 'en');
    await mouse.aligners(doctor, 'en');
    await mouse.markers(doctor, 'en');
    await doctor.keyboard.press('Control+s');
    await sees(watching, 7);
    await mouse.files(doctor, 'en');
    await sees(watching, 9);
  });

  await test.step('9 → 10 → 12 → 21: submitted, accepted, models prepared by the system', async () => {
    await visit(supervisor, '/caseList?filter=2');
    await mouse.submit(doctor, 'en');
    await sees(watching, 10);
    await openCase(supervisor, caseId);
    await confirm(supervisor, caseId, 'acceptCase');
    await sees(watching, 21);
    await sees(supervisor, 21);
  });

  await test.step('21 → 13, suspended and continued, information requested and given', async () => {
    await distribute(supervisor, caseId, '王磊');
    await sees(watching, 13);
    await confirm(supervisor, caseId, 'suspend');
    await sees(watching, 33);
    await confirm(supervisor, caseId, 'continue');
    await sees(watching, 13);
    await openCase(technician, caseId);
    await confirm(technician, caseId, 'requestInfo', 'Please describe the bite.');
    await sees(watching, 11);
    await openCase(doctor, caseId);
    const dialog = await press(doctor, caseId, 'answer');
    await dialog.getByRole('textbox').fill('Class I on both sides.');
    await dialog.getByRole('button', { name: cases('action.answer'), exact: true }).click();
    await sees(watching, 13);
    await sees(technician, 13);
  });

  const plan = (name: string) => ({ name, upper: 6, lower: 4, instructions: 'Bond attachments at stage 1.' });
  await test.step('13 → 14 → 19 → 14 → 15 → 18 → 14 → 15 → 16: refused once at each review', async () => {
    await handIn(technician, caseId, 'submitPlan', plan('Plan 1'));
    await sees(watching, 14);
    await reviews(expertPage, caseId, 'schemeApproveWidget', 'The anchorage of 16 is lost.');
    await sees(watching, 19);
    await handIn(technician, caseId, 'submitPlan', plan('Plan 2'));
    await reviews(expertPage, caseId, 'schemeApproveWidget');
    await sees(watching, 15);
    await reviews(doctor, caseId, 'schemeApproveWidget', '13 turns too late.');
    await sees(watching, 18);
    await sees(technician, 18);
    await handIn(technician, caseId, 'submitPlan', plan('Plan 3'));
    await reviews(expertPage, caseId, 'schemeApproveWidget');
    await sees(watching, 15);
    await reviews(doctor, caseId, 'schemeApproveWidget');
    await sees(watching, 16);
  });

  await test.step('16 → 17 → 23 → 25 → 16 → 17 → 23 → 30: two batches', async () => {
    await openCase(vendor, caseId);
    await schedules(vendor, caseId, { upper: 3, lower: 2 });
    await sees(watching, 17);
    await ships(vendor, caseId, 'EMS100000001');
    await sees(watching, 23);
    await openCase(doctor, caseId);
    await confirm(doctor, caseId, 'confirmReceipt');
    await sees(watching, 25);
    await sees(vendor, 25);
    await confirm(doctor, caseId, 'nextBatch');
    await sees(vendor, 16);
    await schedules(vendor, caseId);
    await ships(vendor, caseId, 'EMS100000002');
    await sees(watching, 23);
    await confirm(doctor, caseId, 'confirmReceipt');
    await sees(watching, 30);
  });

  await test.step('30 → 24: completed', async () => {
    const dialog = await press(doctor, caseId, 'complete');
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
    await sees(watching, 24);
    await sees(vendor, 24);
  });
  unmoved();

  await test.step('the history has every step, and the page can show the case at each of them', async () => {
    await watching.keyboard.press(',');
    await expect(watching.getByRole('button', { name: cases('history.now') }).first()).toBeVisible();
    await sees(watching, 30);
    await watching
      .getByRole('button', { name: cases('history.now') })
      .first()
      .click();
    await sees(watching, 24);
  });
});
