/** A doctor's assistant: created, shared with a colleague, at work in a case, and no longer, in three browsers. */
import { draftCase } from '../actors/http.ts';
import { signIn as clientOf } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { openCase } from './acts.ts';
import { expect, openLivePage, signIn, test } from './fixtures.ts';

const words = createTranslator('en', 'assistant');
const error = createTranslator('en', 'error');
const rx = createTranslator('en', 'rx');
const shell = createTranslator('en', 'shell');
const common = createTranslator('en', 'common');

test('adds an assistant, shares it with a colleague, and each ends it: the assistant’s screens follow', async ({
  as,
  nobody,
  serverUrl,
}) => {
  const [doctor, colleague] = [
    await as('doctor', { at: '/userList' }),
    await as('doctor2', { at: '/userList' }),
  ];
  await expect(colleague.getByText(words('empty'))).toBeVisible();

  // Adds an assistant by keyboard; a repeated account is found when the field is left.
  await doctor.getByRole('button', { name: words('add') }).press('Enter');
  const form = doctor.getByRole('dialog');
  const field = (name: string) => form.getByRole('textbox', { name: words(`field.${name}`), exact: true });
  await expect(field('name')).toBeFocused();
  await doctor.keyboard.type('李敏');
  await field('phone').fill('13900000021');
  await field('address').fill('上海市静安区南京西路 1266 号');
  await field('userName').fill('DOCTOR2');
  await field('password').focus();
  await expect(form.getByText(error('issue.account-repeated'))).toBeVisible();
  await field('userName').fill('min.li');
  await field('password').fill('archline1');
  await field('repeated').fill('archline2');
  await doctor.keyboard.press('Enter');
  await expect(form.getByText(error('issue.passwords-differ'))).toBeVisible();
  await field('repeated').fill('archline1');
  await doctor.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  const row = doctor.getByRole('row').filter({ hasText: 'min.li' });
  await expect(row).toContainText(words('state.active'));

  // The colleague is asked and agrees.
  const act = async (what: string) => {
    await row.getByRole('button', { name: words('acts', { name: '李敏' }) }).click();
    await doctor.getByRole('menuitem', { name: words(what), exact: true }).click();
  };
  await act('share');
  await doctor.getByRole('textbox', { name: words('colleague') }).fill('doctor2');
  await doctor.keyboard.press('Enter');
  await expect(row).toContainText(words('waits', { names: 'Amelia Hart' }));
  await colleague.reload();
  await expect(colleague.getByText(words('asks', { name: '李敏', doctor: '李文清' }))).toBeVisible();
  await colleague.getByRole('button', { name: words('accept') }).click();
  await expect(colleague.getByRole('row').filter({ hasText: 'min.li' })).toContainText('李文清');

  // The assistant edits the colleague's draft; the history says for whom.
  const caseId = await draftCase(await clientOf(serverUrl, 'doctor2'), { files: false });
  const page = await nobody();
  await signIn(page, 'min.li');
  await openLivePage(page, `/addCase/patientInfoNew?id=${caseId}`);
  const clinic = page.getByRole('textbox', { name: rx('field.patient.clinic'), exact: true });
  await clinic.fill('Harbour West');
  await page.keyboard.press('Control+s');
  await openCase(colleague, caseId);
  const actor = common('actsFor', { name: '李敏', doctor: 'Amelia Hart' });
  await expect(colleague.getByText(actor).first()).toBeVisible();

  // The colleague ends the service while the assistant types.
  await clinic.pressSequentially(' and East');
  await colleague.goto('/userList');
  await colleague.getByRole('button', { name: words('acts', { name: '李敏' }) }).click();
  await colleague.getByRole('menuitem', { name: words('endMenu') }).click();
  const [, before] = await Promise.all([
    colleague.waitForResponse(answer => answer.url().endsWith('/end') && answer.ok()),
    colleague
      .getByRole('alertdialog')
      .getByRole('button', { name: words('end') })
      .click()
      .then(() => Date.now()),
  ]);
  await expect(page.getByText(shell('gone.closed', { caseId }))).toBeVisible();
  await expect(page).toHaveURL(/\/caseList/);
  console.log(`the assistant's screen followed after ${Date.now() - before} ms`);
  await expect(colleague.getByText(words('empty'))).toBeVisible();

  // The doctor removes the account: the assistant is signed out, and the login is free.
  await doctor.reload();
  await act('removeMenu');
  await doctor
    .getByRole('alertdialog')
    .getByRole('button', { name: words('remove') })
    .click();
  await page.waitForURL(/\/login/);
  await expect(row).toHaveCount(0);
  const again = {
    userName: 'min.li',
    password: 'archline1',
    name: '李莉',
    phone: '13900000021',
    address: '上海',
  };
  const free = await (await clientOf(serverUrl, 'doctor')).post('/api/assistants', again);
  expect(free.code).toBe(0);
});

test('an assistant is told who keeps the account', async ({ as }) => {
  const page = await as('assistant', { at: '/userList', lang: 'zh-CN' });
  const zh = createTranslator('zh-CN', 'assistant');
  await expect(page.getByText(zh('notYoursAssistant'))).toBeVisible();
});
