/** Saving and submitting from the wizard: through a server that is away, never by a slip, and as soon as it can be. */
import type { Page } from '@playwright/test';
import { alignerOrder } from '#events/script/orders.ts';
import { draftCase, uploadFile } from '../actors/http.ts';
import { signIn } from '../testing/client.ts';
import { smallArch } from '../testing/models.ts';
import { createTranslator } from '../testing/words.ts';
import { expect, test, visit } from './world.ts';

const cases = createTranslator('en', 'case');
const file = createTranslator('en', 'file');
const rx = createTranslator('en', 'rx');
const wizard = createTranslator('en', 'wizard');

/** Opens a page that no push reaches, and waits for its script: keys that are pressed before it are lost. */
async function deaf(page: Page, path: string): Promise<void> {
  const { promise: opened, resolve: open } = Promise.withResolvers<unknown>();
  await page.routeWebSocket(/socket\.io/, open);
  await page.goto(path);
  await opened;
}

test('shows that a draft is unsaved until it is saved; held keys do not submit it', async ({
  as,
  serverUrl,
}) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'));
  const page = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  const dialog = page.getByRole('dialog');
  const state = page.locator('main [data-phase]');
  const clinic = page.getByRole('textbox', { name: rx('field.patient.clinic'), exact: true });

  await test.step('a gateway without its server behind it closes no draft', async () => {
    await page.route('**/api/cases/*/patient', route => route.fulfill({ status: 502, body: 'Bad Gateway' }));
    await clinic.fill('Central');
    await page.keyboard.press('Control+s');
    await expect(state).toHaveAttribute('data-phase', 'offline');
    await page.unroute('**/api/cases/*/patient');
    await expect(state).toHaveAttribute('data-phase', 'saved');
  });

  await test.step('the checklist says what is not saved', async () => {
    await page.route('**/api/cases/*/patient', route => route.abort());
    await clinic.fill('Eastern');
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toContainText(wizard('cannot.unsaved'));
    await page.unroute('**/api/cases/*/patient');
    await expect(dialog).toContainText(cases('confirm.submitCase'));
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('Ctrl Enter that is held asks, and answers nothing', async () => {
    const sent: string[] = [];
    page.on('request', request => request.url().endsWith('/submitCase') && sent.push(request.url()));
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
});

test('a model that is to replace another, and is paused, is waited for', async ({ as, serverUrl }) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'));
  const page = await as('doctor');
  // Its bytes never arrive: it can be paused whatever its size and however fast the machine.
  await page.route('**/api/uploads/*', route =>
    route.request().method() === 'PATCH' ? undefined : route.fallback(),
  );
  await visit(page, `/addCase/dataUploadNew?id=${caseId}`);
  const upper = page.locator('#field-upper');
  await upper.locator('input[type="file"]').setInputFiles({
    name: 'again.stl',
    mimeType: 'model/stl',
    buffer: smallArch(9),
  });
  await upper.getByRole('button', { name: file('pause', { name: 'again.stl' }) }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('dialog')).toContainText(wizard('cannot.uploading'));
});

test('arches that changed places are asked about wherever the case is looked at, until it is answered', async ({
  as,
  serverUrl,
}) => {
  const doctor = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(doctor, { models: false });
  for (const [slot, filename] of [
    ['upper', 'mandible_lower.stl'],
    ['lower', 'maxilla_upper.stl'],
  ] as const)
    await uploadFile(doctor, smallArch(slot === 'upper' ? 5 : -5), { caseId, kind: 'stl', slot, filename });
  const page = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(wizard('cannot.mixedUp'));
  await page.keyboard.press('Escape');
  await page
    .getByRole('complementary')
    .getByRole('button', { name: wizard('files.keep') })
    .click();
  await visit(page, `/addCase/patientInfoNew?id=${caseId}`);
  await page.keyboard.press('Control+Enter');
  await expect(dialog).toContainText(cases('confirm.submitCase'));
});

test('what an assistant changed since is shown before it is submitted, and not in its stead', async ({
  as,
  serverUrl,
}) => {
  const caseId = await draftCase(await signIn(serverUrl, 'doctor'));
  const assistant = await signIn(serverUrl, 'assistant');
  const page = await as('doctor', { at: null });
  await deaf(page, `/addCase/transparentToothNew?id=${caseId}`);
  await page.getByRole('button', { name: wizard('footer.submit'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(cases('confirm.submitCase'));
  const changed = { ...alignerOrder.prescription, extraction: 'not-sure' };
  expect((await assistant.put(`/api/cases/${caseId}/prescription`, changed)).http).toBe(200);
  const submit = dialog.getByRole('button', { name: cases('action.submitCase'), exact: true });
  await submit.click();
  await expect(dialog).toContainText(wizard('changedSince'));
  await expect(dialog.getByRole('link', { name: rx('section.prescription'), exact: true })).toBeVisible();
  await submit.click();
  await page.waitForURL(/caseDetail/);
  await expect(page.getByRole('main')).toBeFocused();
});

test('what the page saved itself on the way is no change since', async ({ as, serverUrl }) => {
  const doctor = await signIn(serverUrl, 'doctor');
  const caseId = await draftCase(doctor);
  // What was written is read by now, and the page begins with all of it.
  await doctor.get(`/api/cases/${caseId}`);
  const page = await as('doctor', { at: null });
  // The page reads the case no further.
  await page.route(`**/api/cases/${caseId}`, route => route.abort());
  await deaf(page, `/addCase/patientInfoNew?id=${caseId}`);
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
