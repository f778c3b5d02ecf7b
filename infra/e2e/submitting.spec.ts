/**
 * Saving and submitting from the wizard: with the server down, never by accident, and as soon as possible.
 */
import { sampleAlignerOrder } from '#events/script/orders.ts';
import { draftCase, uploadFile } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { createSmallArchStl } from '../testing/models.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { openWithoutPushes } from './without-pushes.ts';

const cases = createTranslator('en', 'case');
const file = createTranslator('en', 'file');
const rx = createTranslator('en', 'rx');
const wizard = createTranslator('en', 'wizard');

test('shows that a draft is unsaved until it is saved, and held keys do not submit it', async ({
  as,
  serverUrl,
}) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'));
  const page = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  const dialog = page.getByRole('dialog');
  const state = page.locator('main [data-phase]');
  const clinic = page.getByRole('textbox', { name: rx('field.patient.clinic'), exact: true });

  await test.step('a gateway error does not close the draft', async () => {
    await page.route('**/api/cases/*/patient', route => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await clinic.fill('Central');
    await page.keyboard.press('Control+s');
    await expect(state).toHaveAttribute('data-phase', 'offline');
    await page.unroute('**/api/cases/*/patient');
    await expect(state).toHaveAttribute('data-phase', 'saved');
  });

  await test.step('the checklist names what is not saved', async () => {
    await page.route('**/api/cases/*/patient', route => route.abort());
    await clinic.fill('Eastern');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toContainText(wizard('cannot.unsaved'));
    await page.unroute('**/api/cases/*/patient');
    await expect(dialog).toContainText(cases('confirm.submitCase'));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('a held Ctrl+Enter opens the dialog but does not confirm it', async () => {
    const sent: string[] = [];
    page.on('request', request => request.url().endsWith('/submitCase') && sent.push(request.url()));
    await page.keyboard.down('Control');
    await page.keyboard.down('Enter');
    await expect(dialog).toContainText(cases('confirm.submitCase'));
    // Repeats the key like a keyboard does.
    for (let times = 0; times < 5; times++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await expect(dialog.getByRole('button', { name: cases('action.submitCase'), exact: true })).toBeEnabled();
    expect(sent).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await page.waitForURL(/caseDetail/);
  });
});

test('submitting waits for a paused replacement model', async ({ as, serverUrl }) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'));
  const page = await as('doctor', { at: null });
  // The bytes never arrive, so the upload can be paused at any speed.
  await page.route('**/api/uploads/*', route =>
    route.request().method() === 'PATCH' ? undefined : route.fallback(),
  );
  await openLivePage(page, `/addCase/dataUploadNew?id=${caseId}`);
  const upper = page.locator('#field-upper');
  await upper.locator('input[type="file"]').setInputFiles({
    name: 'again.stl',
    mimeType: 'model/stl',
    buffer: createSmallArchStl(9),
  });
  await upper.getByRole('button', { name: file('pause', { name: 'again.stl' }) }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toContainText(wizard('cannot.uploading'));
});

test('asks about swapped arches wherever the case is shown, until the question is answered', async ({
  as,
  serverUrl,
}) => {
  const doctor = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(doctor, { models: false });
  for (const [slot, filename] of [
    ['upper', 'mandible_lower.stl'],
    ['lower', 'maxilla_upper.stl'],
  ] as const)
    await uploadFile(doctor, createSmallArchStl(slot === 'upper' ? 5 : -5), {
      caseId,
      kind: 'stl',
      slot,
      filename,
    });
  const page = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(wizard('cannot.mixedUp'));
  await page.keyboard.press('Escape');
  await page
    .getByRole('complementary')
    .getByRole('button', { name: wizard('files.keep') })
    .click();
  await openLivePage(page, `/addCase/patientInfoNew?id=${caseId}`);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toContainText(cases('confirm.submitCase'));
});

test('shows an assistant’s changes before the submit instead of submitting them unseen', async ({
  as,
  serverUrl,
}) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'));
  const assistant = await signIn(serverUrl, 'assistant');
  const page = await as('doctor', { at: null });
  await openWithoutPushes(page, `/addCase/transparentToothNew?id=${caseId}`);
  await page.getByRole('button', { name: wizard('footer.submit'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(cases('confirm.submitCase'));
  const changed = { ...sampleAlignerOrder.prescription, extraction: 'not-sure' };
  expect((await assistant.put(`/api/cases/${caseId}/prescription`, changed)).http).toBe(200);
  const submit = dialog.getByRole('button', { name: cases('action.submitCase'), exact: true });
  await submit.click();
  await expect(dialog).toContainText(wizard('changedSince'));
  await expect(dialog.getByRole('link', { name: rx('section.prescription'), exact: true })).toBeVisible();
  await submit.click();
  await page.waitForURL(/caseDetail/);
  await expect(page.getByRole('main')).toBeFocused();
});

test('does not report the page’s own saves as changes', async ({ as, serverUrl }) => {
  const doctor = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(doctor);
  // Waits until the read models have the writes, so that the page starts with them.
  await doctor.get(`/api/cases/${caseId}`);
  const page = await as('doctor', { at: null });
  // The page cannot read the case again.
  await page.route(`**/api/cases/${caseId}`, route => route.abort());
  await openWithoutPushes(page, `/addCase/patientInfoNew?id=${caseId}`);
  const clinic = page.getByRole('textbox', { name: rx('field.patient.clinic'), exact: true });
  for (const name of ['Central', 'Eastern']) {
    await clinic.fill(name);
    await page.keyboard.press('Control+s');
    await expect(page.locator('main [data-phase]')).toHaveAttribute('data-phase', 'saved');
  }
  await clinic.fill('Western');
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(cases('confirm.submitCase'));
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/caseDetail/);
});
