/** A doctor is covered during leave by a colleague, in two browsers; then hands a case over for good. */
import { draftCase } from '../actors/http.ts';
import { signIn as clientOf } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { openCase } from './acts.ts';
import { findAxeViolations } from './axe.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const words = createTranslator('en', 'cover');
const error = createTranslator('en', 'error');
const rx = createTranslator('en', 'rx');
const shell = createTranslator('en', 'shell');
const common = createTranslator('en', 'common');
const message = createTranslator('en', 'message');
const list = createTranslator('en', 'caseList');

/** A day in Shanghai, `days` from today. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now() + days * 86_400_000);

test('a doctor is covered during leave: the colleague’s screens follow', async ({ as, serverUrl }) => {
  const http = await clientOf(serverUrl, 'doctor');
  const caseId = await draftCase(http, { files: false });
  const [doctor, colleague] = [
    await as('doctor', { at: '/userList' }),
    await as('doctor2', { at: `/caseList?q=${caseId}` }),
  ];
  await expect(colleague.getByText(caseId)).toHaveCount(0);

  // Arranges the cover by keyboard; the refusal names the field.
  await doctor.getByRole('button', { name: words('arrange') }).press('Enter');
  const form = doctor.getByRole('dialog');
  await expect(form.getByRole('textbox', { name: words('colleague') })).toBeFocused();
  await doctor.keyboard.type('nobody');
  for (const [name, day] of [
    ['first', dayIn(0)],
    ['last', dayIn(13)],
  ] as const) {
    await form
      .getByRole('group', { name: words(name) })
      .getByRole('spinbutton')
      .first()
      .focus();
    await doctor.keyboard.type(day.replaceAll('-', ''));
  }
  await form.getByRole('textbox', { name: words('note') }).fill('Annual leave');
  expect(await findAxeViolations(doctor)).toEqual([]);
  await doctor.keyboard.press('Control+Enter');
  await expect(form.getByText(error('issue.colleague-unknown'))).toBeVisible();
  await form.getByRole('textbox', { name: words('colleague') }).fill('doctor2');
  const [, arranged] = await Promise.all([
    doctor.waitForResponse(answer => answer.url().endsWith('/api/covers') && answer.ok()),
    doctor.keyboard.press('Control+Enter').then(() => Date.now()),
  ]);
  await expect(colleague.getByText(caseId).first()).toBeVisible();
  console.log(`the colleague's list followed after ${Date.now() - arranged} ms`);
  await expect(doctor.getByText(words('given', { colleague: 'Amelia Hart' }))).toBeVisible();

  // The colleague gets a message and edits the draft; the history names the doctor.
  await colleague.goto('/userMessage');
  const told = { colleague: 'Amelia Hart', owner: '李文清', first: dayIn(0), last: dayIn(13) };
  await expect(colleague.getByText(message('account.CoverArranged', told)).first()).toBeVisible();
  await openLivePage(colleague, `/addCase/patientInfoNew?id=${caseId}`);
  const clinic = colleague.getByRole('textbox', { name: rx('field.patient.clinic'), exact: true });
  await clinic.fill('Harbour West');
  await colleague.keyboard.press('Control+s');
  const history = await doctor.context().newPage();
  await openCase(history, caseId);
  const actor = common('actsFor', { name: 'Amelia Hart', doctor: '李文清' });
  await expect(history.getByText(actor).first()).toBeVisible();
  await history.close();

  // The doctor is back early and ends the cover while the colleague types.
  await clinic.pressSequentially(' and East');
  await doctor
    .getByRole('button', { name: words('end'), exact: false })
    .last()
    .click();
  const ask = doctor.getByRole('alertdialog');
  const [, ended] = await Promise.all([
    doctor.waitForResponse(answer => answer.url().endsWith('/end') && answer.ok()),
    ask
      .getByRole('button', { name: words('end') })
      .click()
      .then(() => Date.now()),
  ]);
  await expect(colleague.getByText(shell('gone.closed', { caseId }))).toBeVisible();
  await expect(colleague).toHaveURL(/\/caseList/);
  console.log(`the colleague's screen followed after ${Date.now() - ended} ms`);
  await expect(doctor.getByText(words('empty'))).toBeVisible();
});

test('hands a case over for good', async ({ as, serverUrl }) => {
  const http = await clientOf(serverUrl, 'doctor');
  const caseId = await draftCase(http, { files: false });
  const [doctor, colleague] = [
    await as('doctor', { at: '/userList', lang: 'zh-CN' }),
    await as('doctor2', { at: `/caseList?q=${caseId}` }),
  ];
  const zh = createTranslator('zh-CN', 'cover');
  await doctor.getByRole('button', { name: zh('handOver') }).click();
  const form = doctor.getByRole('dialog');
  await form.getByRole('textbox', { name: zh('colleague') }).fill('doctor2');
  await form.getByRole('radio', { name: zh('someCases') }).check();
  await form.getByRole('searchbox', { name: zh('searchCases') }).fill(caseId);
  await form.getByRole('checkbox', { name: caseId }).check();
  await form.getByRole('textbox', { name: zh('note') }).fill('转诊');
  await form.getByRole('button', { name: zh('handOverConfirm') }).click();
  await expect(form).toHaveCount(0);
  await colleague.getByRole('button', { name: list('updates_one', { count: 1 }) }).click();
  await expect(colleague.getByText(caseId).first()).toBeVisible();
  await doctor.goto(`/caseDetail?id=${caseId}`);
  await expect(doctor.getByText(zh('title'))).toHaveCount(0);
  expect((await http.get(`/api/cases/${caseId}`)).code).not.toBe(0);
});

test('a doctor invites a collaborator to a case, and withdraws it', async ({ as, serverUrl }) => {
  const caseId = await draftCase(await clientOf(serverUrl, 'doctor'), { files: false });
  const page = await as('doctor', { at: null });
  await openCase(page, caseId);
  await page.getByRole('button', { name: words('collaborators') }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(words('noCollaborators'))).toBeVisible();
  expect(await findAxeViolations(page, { within: '[role="dialog"]' })).toEqual([]);
  await dialog.getByRole('textbox', { name: words('email') }).fill('perio@clinic.example');
  await dialog.getByRole('radio', { name: words('level.comments') }).check();
  await dialog.getByRole('textbox', { name: words('note') }).fill('Gingival recession at 31');
  await dialog.getByRole('button', { name: words('invite') }).press('Enter');
  const waiting = words('waits', { address: 'perio@clinic.example' });
  await expect(dialog.getByText(waiting)).toBeVisible();
  await dialog.getByRole('button', { name: words('endPartOf', { name: 'perio@clinic.example' }) }).click();
  await expect(dialog.getByText(waiting)).toHaveCount(0);
});
