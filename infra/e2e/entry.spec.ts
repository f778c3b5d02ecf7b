/** Entering a case: no fault loses input, and the keyboard alone is sufficient. */
import type { Page } from '@playwright/test';
import { type OrderFormRow, orderAnswerOf, orderRows } from '#events/order/form.ts';
import type { CaseView } from '#projections/case/view.ts';
import { answerRowText } from '#web/features/order/answer-text.ts';
import { loadDictionaries } from '../../services/i18n/dictionaries.ts';
import { draftCase } from '../actors/http.ts';
import { signIn as clientOf } from '../testing/client.ts';
import { readOrderFormText, withoutSpaces } from '../testing/pdf.ts';
import { createTranslator, type Lang } from '../testing/translations.ts';
import { caseIdInAddress } from './acts.ts';
import { endSessionElsewhere, expect, openLivePage, signIn, test } from './fixtures.ts';
import { keyboardWizardDriver } from './keyboard.ts';
import { chooseRadio, tabTo } from './keys.ts';
import { openWithoutPushes } from './without-pushes.ts';
import { createWizardTranslators } from './wizard-driver.ts';

const rx = createTranslator('en', 'rx');
const wizard = createTranslator('en', 'wizard');

const text = (page: Page, field: string) =>
  page.getByRole('textbox', { name: rx(`field.${field}`), exact: true });
const saveState = (page: Page) => page.locator('main [data-phase]');

/** Runs `meanwhile` without a network. */
async function withoutNetwork(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await meanwhile();
  await page.context().setOffline(false);
  await expect(saveState(page)).toHaveAttribute('data-phase', 'saved');
}

/** Expects the window's title, without the number of unread messages before it. */
const expectTitle = (page: Page, lang: Lang, ...parts: string[]) =>
  expect
    .poll(async () => (await page.title()).replace(/^\(\d+\) /, ''))
    .toBe([...parts, createTranslator(lang, 'common')('product')].join(' · '));

// life.spec.ts fills the wizard in by mouse and in English, lingual.spec.ts the lingual sheet.
test('a case by keyboard alone in Chinese, with a reload and a lost network: the order form has every answer', async ({
  as,
}) => {
  const lang = 'zh-CN';
  const page = await as('doctor', { lang, at: null });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { rx, wizard, cases, shell } = createWizardTranslators(lang);
  const complaint = page.getByRole('textbox', { name: rx('field.diagnosis.complaint') });
  await keyboardWizardDriver.begin(page, lang);
  const caseId = caseIdInAddress(page);
  await expectTitle(page, lang, caseId, wizard('step.patientInfoNew'));
  await keyboardWizardDriver.patient(page, lang, '欧阳雨桐');
  await expectTitle(page, lang, caseId, wizard('step.deagonsticMesNew'));

  await test.step('a reload in the middle of a word', async () => {
    await keyboardWizardDriver.diagnosis(page, lang);
    await keyboardWizardDriver.complaint(page, lang, '前牙');
    await page.reload();
    await expect(complaint).toHaveValue('前牙');
    await expect(page.getByRole('checkbox', { name: rx('option.diagnosis.100') })).toBeChecked();
    await keyboardWizardDriver.complaint(page, lang, '前牙不齐 The front teeth overlap.');
  });

  await test.step('the copy button confirms the copy', async () => {
    await page.getByRole('button', { name: wizard('copy'), exact: true }).press('Enter');
    await expect(page.getByRole('button', { name: wizard('copied'), exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: wizard('copy'), exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('欧阳雨桐');
  });

  await test.step('the prescription without a network', async () => {
    await keyboardWizardDriver.toPrescription(page, lang);
    await withoutNetwork(page, async () => {
      await keyboardWizardDriver.aligners(page, lang);
      await page.keyboard.press('Control+s');
      await expect(saveState(page)).toHaveText(wizard('save.offline'));
      await page.keyboard.press('Alt+PageUp');
      await page.waitForURL(/deagonsticMesNew/);
      await keyboardWizardDriver.toPrescription(page, lang);
    });
  });

  await keyboardWizardDriver.markers(page, lang);
  await keyboardWizardDriver.files(page, lang);
  await keyboardWizardDriver.submit(page, lang);
  const status = page.getByRole('main').getByText(cases('status.10'), { exact: true });
  await expect(status.first()).toBeVisible();
  await expectTitle(page, lang, caseId, shell('title.case'));

  const { read, paper } = await readings(page, caseId, lang);
  expect(read.sections.diagnosis?.complaint).toBe('前牙不齐 The front teeth overlap.');
  const answered = orderRows.filter(row => orderAnswerOf(read, row) !== undefined);
  expect(answered.length).toBeGreaterThan(24);
  const t = loadDictionaries().t(lang);
  const printed = (row: OrderFormRow) =>
    paper.includes(withoutSpaces(answerRowText(t, row, orderAnswerOf(read, row))));
  expect(answered.filter(row => !row.path.startsWith('files.') && !printed(row))).toEqual([]);
  const records = answered.filter(row => row.path.startsWith('files.'));
  expect(records.filter(row => !paper.includes(withoutSpaces(t(row.label))))).toEqual([]);
});

/** The case as the server returns it to the page's user, and the text of its order form. */
async function readings(page: Page, caseId: string, lang: Lang): Promise<{ read: CaseView; paper: string }> {
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === 'session')?.value ?? '';
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, page.url()), { headers: { Authorization: session, ...headers } });
  const { data } = await (await get(`/api/cases/${caseId}`)).json();
  return { read: data, paper: await readOrderFormText(get, caseId, lang) };
}

test('two windows of one doctor: only the field changed in both is asked about, by keyboard', async ({
  as,
  serverUrl,
}) => {
  const caseId = await draftCase(await clientOf(serverUrl, 'doctor'), { files: false });
  const one = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  const two = await one.context().newPage();
  // The second window cannot save before the first one has.
  const saves = '**/api/cases/*/patient';
  await two.route(saves, route => route.abort());
  await openWithoutPushes(two, `/addCase/patientInfoNew?id=${caseId}`);
  const clinic = (page: Page) => text(page, 'patient.clinic');
  await clinic(two).fill('Central');
  await text(two, 'patient.clinicAddress').fill('2 Second Road');
  // The input is kept before it is sent, and it cannot be sent.
  await two.keyboard.press('Control+s');
  await expect(saveState(two)).toHaveAttribute('data-phase', 'offline');
  await two.reload();
  await expect(clinic(two)).toHaveValue('Central');

  await clinic(one).fill('Riverside');
  await text(one, 'patient.address').fill('1 First Road');
  await one.keyboard.press('Control+s');
  await expect(saveState(one)).toHaveAttribute('data-phase', 'saved');

  await two.unroute(saves);
  await two.bringToFront();
  await clinic(two).focus();
  await two.keyboard.press('Control+s');
  await expect(saveState(two)).toHaveText(wizard('save.conflict'));
  await expect(text(two, 'patient.address')).toHaveValue('1 First Road');
  const asked = two.getByRole('radiogroup').filter({ hasText: wizard('conflict.yours') });
  await expect(asked).toHaveCount(1);
  await expect(asked).toHaveAccessibleName(rx('field.patient.clinic'));
  // The pending choice survives a reload.
  await two.reload();
  await chooseRadio(two, asked, /Riverside/);
  const keep = two.getByRole('button', { name: wizard('conflict.keep') });
  await tabTo(two, keep);
  await two.keyboard.press('Enter');
  await expect(saveState(two)).toHaveAttribute('data-phase', 'saved');
  await expect(clinic(two)).toHaveValue('Riverside');
  await expect(text(one, 'patient.clinicAddress')).toHaveValue('2 Second Road');
});

test('after a session ends while typing, signing in again returns to the same page with all input', async ({
  as,
  serverUrl,
}) => {
  const caseId = await draftCase(await clientOf(serverUrl, 'doctor2'), { files: false });
  const page = await as('doctor2', { at: `/addCase/patientInfoNew?id=${caseId}` });
  await text(page, 'patient.name').fill('Li Na');
  await text(page, 'patient.remarks').fill('Comes back on Friday.');
  await endSessionElsewhere(page, serverUrl);
  await page.waitForURL(/\/login\?.*patientInfoNew/);
  const error = createTranslator('en', 'error');
  const tips = page.getByRole('dialog', { name: error('tips') });
  await expect(tips).toContainText(error('102028'));
  const kept = () => Object.keys(sessionStorage).filter(key => key.startsWith('archline'));
  expect(await page.evaluate(kept)).toEqual([]);
  await tips.getByRole('button').first().click();
  await signIn(page, 'doctor2');
  await expect(page).toHaveURL(/patientInfoNew\?id=/);
  await expect(text(page, 'patient.name')).toHaveValue('Li Na');
  await expect(text(page, 'patient.remarks')).toHaveValue('Comes back on Friday.');
  await page.keyboard.press('Control+s');
  await expect(saveState(page)).toHaveAttribute('data-phase', 'saved');
});

test('shortcut keys shown on tools also work while a tool has the focus', async ({ as, serverUrl }) => {
  const doctor = await clientOf(serverUrl, 'doctor');
  const of = (method: number) =>
    draftCase(doctor, { sections: { prescription: { method }, markers: {} }, files: false });
  const aligners = await of(1);
  const page = await as('doctor', { at: `/addCase/transparentMarkerNew?id=${aligners}` });
  const tooth = createTranslator('en', 'tooth');
  const tool = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
  await page.getByRole('button', { name: tooth('set.premolars'), exact: true }).click();
  const marked = page.getByRole('gridcell', { selected: true });
  await expect(marked).toHaveCount(8);
  await page.keyboard.press('z');
  await expect(marked).toHaveCount(0);
  await tool(tooth('tool.extract')).click();
  await page.keyboard.press('Shift+Z');
  await expect(marked).toHaveCount(8);
  await page.keyboard.press('6');
  await expect(tool(tooth('tool.missing'))).toBeChecked();
  await expect(tool(tooth('tool.missing'))).toBeFocused();
  await page.keyboard.press('1');
  await page.keyboard.press('4');
  await expect(page.getByRole('gridcell', { name: /^14/ })).toBeFocused();
  await expect(tool(tooth('tool.missing'))).toBeChecked();

  await openLivePage(page, `/addCase/transparentToothNew?id=${await of(2)}`);
  await tool(rx('option.bracket.B')).click();
  await page.keyboard.press('e');
  await expect(tool(rx('option.bracket.E'))).toBeFocused();
  await expect(tool(rx('option.bracket.E'))).toBeChecked();
  await page.getByRole('button', { name: tooth('set.premolars'), exact: true }).click();
  const extracted = page.getByRole('gridcell', { name: /, E$/ });
  await expect(extracted).toHaveCount(8);
  await page.keyboard.press('Control+z');
  await expect(extracted).toHaveCount(0);
});
