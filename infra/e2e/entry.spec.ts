/** Entering a case: nothing that was typed is lost, whatever happens on the way, and the keyboard alone is enough. */
import type { Page } from '@playwright/test';
import { answerOf, type OrderRow, orderRows } from '#events/order/form.ts';
import type { CaseView } from '#projections/case/view.ts';
import { answerRowText } from '#web/features/order/answer-text.ts';
import { loadWords } from '../../services/i18n/dictionaries.ts';
import { draftCase } from '../actors/http.ts';
import { signIn as clientOf } from '../testing/client.ts';
import { orderText, unspaced } from '../testing/pdf.ts';
import { type Lang, words } from '../testing/words.ts';
import { caseIdOf } from './acts.ts';
import { said } from './hand.ts';
import { keyboard } from './keyboard.ts';
import { choose, tabTo } from './keys.ts';
import { mouse } from './mouse.ts';
import { endElsewhere, expect, signIn, test, visit } from './world.ts';

const rx = words('en', 'rx');
const wizard = words('en', 'wizard');

const text = (page: Page, field: string) =>
  page.getByRole('textbox', { name: rx(`field.${field}`), exact: true });
const saveState = (page: Page) => page.locator('main [data-phase]');

/** The network is away while `meanwhile` goes on. */
async function withoutNetwork(page: Page, meanwhile: () => Promise<void>): Promise<void> {
  await page.context().setOffline(true);
  await meanwhile();
  await page.context().setOffline(false);
  await expect(saveState(page)).toHaveAttribute('data-phase', 'saved');
}

// The mouse on aligners is life.spec.ts, the keyboard on the lingual sheet lingual.spec.ts.
for (const [kind, method, by, hand, prescribe, lang] of [
  ['clear aligners', 1, 'keyboard alone', keyboard, keyboard.aligners, 'en'],
  ['lingual brackets', 2, 'mouse', mouse, mouse.brackets, 'zh-CN'],
] as const)
  test(`${kind} by ${by} in ${lang}, with a reload and a lost network on the way: all of it is on the paper`, async ({
    as,
  }) => {
    const page = await as('doctor', { lang, at: null });
    const { rx, wizard, cases } = said(lang);
    const complaint = page.getByRole('textbox', { name: rx('field.diagnosis.complaint') });
    await hand.begin(page, lang, method);
    const caseId = caseIdOf(page);
    await hand.patient(page, lang, '欧阳雨桐');

    await test.step('a reload in the middle of a word', async () => {
      await hand.diagnosis(page, lang);
      await hand.complaint(page, lang, '前牙');
      await page.reload();
      await expect(complaint).toHaveValue('前牙');
      await expect(page.getByRole('checkbox', { name: rx('option.diagnosis.100') })).toBeChecked();
      await hand.complaint(page, lang, '前牙不齐 The front teeth overlap.');
    });

    await test.step('the prescription, without the network', async () => {
      await hand.toPrescription(page, lang);
      await withoutNetwork(page, async () => {
        await prescribe(page, lang);
        await page.keyboard.press('Control+s');
        await expect(saveState(page)).toHaveText(wizard('save.offline'));
        await page.keyboard.press('Alt+PageUp');
        await page.waitForURL(/deagonsticMesNew/);
        await hand.toPrescription(page, lang);
      });
    });

    if (method === 1) await hand.markers(page, lang);
    await hand.files(page, lang);
    await hand.submit(page, lang);
    const status = page.getByRole('main').getByText(cases('status.10'), { exact: true });
    await expect(status.first()).toBeVisible();

    const { read, paper } = await readings(page, caseId, lang);
    expect(read.sections.diagnosis?.complaint).toBe('前牙不齐 The front teeth overlap.');
    const answered = orderRows.filter(row => answerOf(read, row) !== undefined);
    expect(answered.length).toBeGreaterThan(method === 1 ? 24 : 22);
    const t = loadWords().t(lang);
    const printed = (row: OrderRow) => paper.includes(unspaced(answerRowText(t, row, answerOf(read, row))));
    expect(answered.filter(row => !row.path.startsWith('files.') && !printed(row))).toEqual([]);
    const records = answered.filter(row => row.path.startsWith('files.'));
    expect(records.filter(row => !paper.includes(unspaced(t(row.label))))).toEqual([]);
  });

/** A case as the server reads it to the person whose page it is, and what its order form says. */
async function readings(page: Page, caseId: string, lang: Lang): Promise<{ read: CaseView; paper: string }> {
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name === 'session')?.value ?? '';
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, page.url()), { headers: { Authorization: session, ...headers } });
  const { data } = await (await get(`/api/cases/${caseId}`)).json();
  return { read: data, paper: await orderText(get, caseId, lang) };
}

test('two windows of one doctor: only the field that both changed is asked, by keyboard', async ({
  as,
  serverUrl,
}) => {
  const caseId = await draftCase(await clientOf(serverUrl, 'doctor'), { files: false });
  const one = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  const two = await one.context().newPage();
  // The second window hears of nothing, as behind a line that is slow.
  await two.routeWebSocket(/socket\.io/, socket => socket.close());
  // Nor is anything of it saved before the first window has, however long that takes.
  const saves = '**/api/cases/*/patient';
  await two.route(saves, route => route.abort());
  await two.goto(`/addCase/patientInfoNew?id=${caseId}`);
  const clinic = (page: Page) => text(page, 'patient.clinic');
  await clinic(two).fill('Central');
  await text(two, 'patient.clinicAddress').fill('2 Second Road');
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
  // What waits for a choice waits over a reload too.
  await two.reload();
  await choose(two, asked, /Riverside/);
  const keep = two.getByRole('button', { name: wizard('conflict.keep') });
  await tabTo(two, keep);
  await two.keyboard.press('Enter');
  await expect(saveState(two)).toHaveAttribute('data-phase', 'saved');
  await expect(clinic(two)).toHaveValue('Riverside');
  await expect(text(one, 'patient.clinicAddress')).toHaveValue('2 Second Road');
});

test('a session that ends in the middle: signed in again, one stands where one was, with all that was typed', async ({
  as,
  serverUrl,
}) => {
  const caseId = await draftCase(await clientOf(serverUrl, 'doctor2'), { files: false });
  const page = await as('doctor2', { at: `/addCase/patientInfoNew?id=${caseId}` });
  await text(page, 'patient.name').fill('Li Na');
  await text(page, 'patient.remarks').fill('Comes back on Friday.');
  await endElsewhere(page, serverUrl);
  await page.waitForURL(/\/login/);
  await page
    .getByRole('dialog', { name: words('en', 'error')('tips') })
    .getByRole('button')
    .first()
    .click();
  await signIn(page, 'doctor2');
  await expect(page).toHaveURL(/patientInfoNew\?id=/);
  await expect(text(page, 'patient.name')).toHaveValue('Li Na');
  await expect(text(page, 'patient.remarks')).toHaveValue('Comes back on Friday.');
  await page.keyboard.press('Control+s');
  await expect(saveState(page)).toHaveAttribute('data-phase', 'saved');
});

test('the keys that are printed on the tools hold on the tools as well', async ({ as, serverUrl }) => {
  const doctor = await clientOf(serverUrl, 'doctor');
  const of = (method: number) =>
    draftCase(doctor, { sections: { prescription: { method }, markers: {} }, files: false });
  const aligners = await of(1);
  const page = await as('doctor', { at: `/addCase/transparentMarkerNew?id=${aligners}` });
  const tooth = words('en', 'tooth');
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

  await visit(page, `/addCase/transparentToothNew?id=${await of(2)}`);
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

test('windows are told apart by case and step, and name no patient; a copy says so on its button', async ({
  as,
  serverUrl,
}) => {
  const doctor = await clientOf(serverUrl, 'doctor');
  const caseId = await draftCase(doctor, { sections: { patient: { name: 'Li Na' } }, files: false });
  const page = await as('doctor', { at: `/addCase/patientInfoNew?id=${caseId}` });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: wizard('copy'), exact: true }).click();
  await expect(page.getByRole('button', { name: wizard('copied'), exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: wizard('copy'), exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Li Na');

  const product = words('en', 'common')('product');
  // A number before the title counts the doctor's unread messages.
  const titled = (...parts: string[]) =>
    expect
      .poll(async () => (await page.title()).replace(/^\(\d+\) /, ''))
      .toBe([...parts, product].join(' · '));
  await titled(caseId, wizard('step.patientInfoNew'));
  await page.keyboard.press('Alt+PageDown');
  await titled(caseId, wizard('step.deagonsticMesNew'));
  await page.goto(`/caseDetail?id=${caseId}`);
  await titled(caseId, words('en', 'shell')('title.case'));
  await page.goto('/addCase/pcEnter');
  await titled(words('en', 'shell')('title.wizard'));
});
