/**
 * A clinic's first weeks in four browsers: a doctor registers and gets an account, a colleague is invited on a phone, both
 * share an assistant until one ends it, and two of them forget their passwords. Chinese at the desk, English on the phone.
 */
import type { Page } from '@playwright/test';
import { draftCase } from '../actors/http.ts';
import { signIn as clientOf, demoPassword } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { openCase } from './acts.ts';
import { expect, openLivePage, signIn, test } from './fixtures.ts';
import { typeInto } from './keys.ts';
import { openLinkSentTo, readCodeSentTo } from './messages.ts';

const zh = (namespace: string) => createTranslator('zh-CN', namespace);
const en = (namespace: string) => createTranslator('en', namespace);
const [joinZh, authZh, assistantZh, rxZh] = [zh('join'), zh('auth'), zh('assistant'), zh('rx')];
const [join, auth, assistantEn, rx, people] = [
  en('join'),
  en('auth'),
  en('assistant'),
  en('rx'),
  en('people'),
];

const clinic = '远行口腔门诊部';
const doctor = { name: '李远行', userName: 'li.trial', phone: '13900004401' };
const colleague = { name: 'Nora West', userName: 'nora.west', email: 'nora.west@clinic.example' };
const helper = { name: '周敏', userName: 'zhou.min', phone: '13900004405' };

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Registers a trial by keyboard; a wrong name is refused at its field, and everything but the passwords stays. */
async function register(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('link', { name: joinZh('register.link') }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: joinZh('register.title') })).toBeVisible();
  await typeInto(page, box(page, authZh('phone')), doctor.phone);
  await page.getByRole('button', { name: joinZh('code.send') }).press('Enter');
  await expect(page.getByText(joinZh('code.sent', { to: doctor.phone }))).toBeVisible();
  await expect(page.getByRole('button', { name: /\d+ 秒后可重发/ })).toBeDisabled();
  await expect(box(page, joinZh('code.code'))).toBeFocused();
  await page.keyboard.insertText(await readCodeSentTo(page, doctor.phone));
  await typeInto(page, box(page, authZh('userName')), doctor.userName);
  await typeInto(page, box(page, authZh('password')), 'sunny2026');
  await expect(page.locator('[data-rule="length"][data-ok]')).toBeVisible();
  await expect(page.locator('[data-rule="same"][data-ok]')).toHaveCount(0);
  await typeInto(page, box(page, authZh('passwordAgain')), 'sunny2026');
  await expect(page.locator('[data-rule][data-ok]')).toHaveCount(5);
  await typeInto(page, box(page, authZh('name')), `${doctor.name}1`);
  await typeInto(page, box(page, joinZh('register.clinic')), clinic);
  await page.getByRole('checkbox').press('Space');
  await page.keyboard.press('Enter');
  const name = box(page, authZh('name'));
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/register$/);
  await expect(box(page, joinZh('register.clinic'))).toHaveValue(clinic);
  await name.fill(doctor.name);
  for (const label of ['password', 'passwordAgain']) await box(page, authZh(label)).fill('sunny2026');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/workbench');
  await expect(page.getByText(doctor.name).first()).toBeVisible();
}

/** An Admin turns the trial into an account, and invites a colleague to the clinic. */
async function admit(admin: Page): Promise<void> {
  await admin.getByRole('link', { name: doctor.name }).press('Enter');
  await admin.getByRole('button', { name: people('more'), exact: true }).press('Enter');
  await admin.getByRole('menuitem', { name: people('act.permanent') }).press('Enter');
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: people('act.permanent') })
    .press('Enter');
  await expect(admin.getByText(people('acted.permanent', { name: doctor.name }))).toBeVisible();
  await expect(admin.getByText(people('state.open'), { exact: true })).toBeVisible();
  await openLivePage(admin, '/backOffice?section=people');
  await admin
    .getByRole('button', { name: people('invite.open') })
    .first()
    .press('Enter');
  const dialog = admin.getByRole('dialog');
  await typeInto(admin, dialog.getByRole('textbox', { name: people('name'), exact: true }), colleague.name);
  await typeInto(admin, dialog.getByRole('textbox', { name: people('email') }), colleague.email);
  await dialog.getByRole('combobox', { name: people('position') }).selectOption('Doctor');
  await dialog.getByRole('combobox', { name: people('organisation') }).selectOption({ label: clinic });
  await admin.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
}

/** The colleague opens the mailed link on a phone, chooses user name and password, and is signed in. */
async function accept(phone: Page): Promise<void> {
  await openLinkSentTo(phone, colleague.email, '/invitation');
  await box(phone, auth('userName')).fill(colleague.userName);
  for (const label of ['password', 'passwordAgain']) await box(phone, auth(label)).fill(demoPassword);
  await phone.getByRole('button', { name: auth('invitation.create') }).click();
  await phone.waitForURL(/workbench/);
  await phone.goto('/userList');
  await expect(phone.getByText(assistantEn('empty'))).toBeVisible();
}

const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: helper.userName });

/** Opens a choice of the assistant's menu on the doctor's list. */
async function choose(page: Page, what: string): Promise<void> {
  await rowOf(page)
    .getByRole('button', { name: assistantZh('acts', { name: helper.name }) })
    .press('Enter');
  await page.getByRole('menuitem', { name: assistantZh(what), exact: true }).press('Enter');
}

/** Adds the assistant by keyboard; a repeated account is found when the field is left. Shares it with the colleague. */
async function addAssistant(page: Page): Promise<void> {
  await openLivePage(page, '/userList');
  await page.getByRole('button', { name: assistantZh('add') }).press('Enter');
  const form = page.getByRole('dialog');
  const field = (name: string) =>
    form.getByRole('textbox', { name: assistantZh(`field.${name}`), exact: true });
  await expect(field('name')).toBeFocused();
  await page.keyboard.insertText(helper.name);
  await typeInto(page, field('phone'), helper.phone);
  await typeInto(page, field('address'), '上海市静安区南京西路 1266 号');
  await typeInto(page, field('userName'), colleague.userName.toUpperCase());
  await typeInto(page, field('password'), demoPassword);
  await expect(form.getByText(zh('error')('issue.account-repeated'))).toBeVisible();
  await field('userName').fill(helper.userName);
  await field('repeated').fill('archline2');
  await page.keyboard.press('Enter');
  await expect(form.getByText(zh('error')('issue.passwords-differ'))).toBeVisible();
  await field('repeated').fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  await expect(rowOf(page)).toContainText(assistantZh('state.active'));
  await choose(page, 'share');
  await page.getByRole('textbox', { name: assistantZh('colleague') }).fill(colleague.userName);
  await page.keyboard.press('Enter');
  await expect(rowOf(page)).toContainText(assistantZh('waits', { names: colleague.name }));
}

/** The colleague agrees on the phone. */
async function agree(phone: Page): Promise<void> {
  await phone.reload();
  const offer = phone.getByText(assistantEn('asks', { name: helper.name, doctor: doctor.name }));
  await expect(offer).toBeVisible();
  await phone.getByRole('button', { name: assistantEn('accept') }).click();
  await expect(offer).toBeHidden();
}

/** Both edit one draft; the history says for whom the assistant acted. */
async function workTogether(page: Page, phone: Page, caseId: string): Promise<void> {
  await openLivePage(page, `/addCase/patientInfoNew?id=${caseId}`);
  await typeInto(page, box(page, rxZh('field.patient.clinic')), 'Harbour West');
  await page.keyboard.press('Control+s');
  await openLivePage(phone, `/addCase/patientInfoNew?id=${caseId}`);
  await expect(box(phone, rx('field.patient.clinic'))).toHaveValue('Harbour West');
  await box(phone, rx('field.patient.address')).fill('9 Quay Street');
  await phone.keyboard.press('Control+s');
  await expect(box(page, rxZh('field.patient.address'))).toHaveValue('9 Quay Street');
  await openCase(phone, caseId);
  const actor = en('common')('actsFor', { name: helper.name, doctor: colleague.name });
  await expect(phone.getByText(actor).first()).toBeVisible();
}

/** The colleague ends the service on the phone while the assistant types: the assistant's screen closes the case. */
async function revoke(page: Page, phone: Page, caseId: string): Promise<void> {
  await box(page, rxZh('field.patient.clinic')).pressSequentially(' and East');
  await phone.goto('/userList');
  await phone.getByRole('button', { name: assistantEn('acts', { name: helper.name }) }).click();
  await phone.getByRole('menuitem', { name: assistantEn('endMenu') }).click();
  await phone
    .getByRole('alertdialog')
    .getByRole('button', { name: assistantEn('end') })
    .click();
  await expect(page.getByText(zh('shell')('gone.closed', { caseId }))).toBeVisible();
  await expect(page).toHaveURL(/\/caseList/);
  await expect(phone.getByText(assistantEn('empty'))).toBeVisible();
}

/** Sets a new password by a code in the dialog of the sign-in page, by keyboard, and signs in with it. */
async function forgetByCode(page: Page): Promise<void> {
  // Leaves the app first: an answer on its way would renew the session after its cookie is gone.
  await page.goto('about:blank');
  await page.context().clearCookies({ name: 'session' });
  await page.goto('/login');
  const forgot = page.getByRole('link', { name: authZh('forgot') });
  await forgot.press('Enter');
  const dialog = page.getByRole('dialog', { name: joinZh('forgot.title') });
  await dialog.getByRole('link', { name: joinZh('forgot.support') }).press('Enter');
  await expect(dialog.getByText(joinZh('forgot.supportText'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(forgot).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: authZh('phone') })).toBeFocused();
  await page.keyboard.insertText(helper.phone);
  await dialog.getByRole('button', { name: joinZh('code.send') }).press('Enter');
  const code = dialog.getByRole('textbox', { name: joinZh('code.code') });
  await expect(code).toBeFocused();
  const set = async (typed: string) => {
    await code.fill(typed);
    for (const label of ['newPassword', 'passwordAgain'])
      await dialog.getByRole('textbox', { name: authZh(label), exact: true }).fill('sunny2027');
    await page.keyboard.press('Enter');
  };
  await set('000000');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expect(code).toBeFocused();
  await set(await readCodeSentTo(page, helper.phone));
  await expect(page.getByText(authZh('why.reset'))).toBeVisible();
  await signIn(page, helper.userName, 'sunny2027');
}

/** Sets a new password by a mailed link on the phone, and signs in with it. */
async function forgetByLink(phone: Page): Promise<void> {
  await phone.goto('about:blank');
  await phone.context().clearCookies({ name: 'session' });
  await phone.goto('/forgetPwd');
  await phone.getByRole('link', { name: join('forgot.email') }).click();
  await box(phone, auth('email')).fill(colleague.email);
  await phone.getByRole('button', { name: join('forgot.sendLink') }).click();
  await expect(phone.getByText(join('forgot.linkSent', { to: colleague.email }))).toBeVisible();
  await openLinkSentTo(phone, colleague.email, '/forgetPwd');
  await expect(phone.getByText(colleague.userName)).toBeVisible();
  for (const label of ['newPassword', 'passwordAgain']) await box(phone, auth(label)).fill('sunny2028');
  await phone.getByRole('button', { name: join('forgot.set') }).click();
  await expect(phone.getByText(auth('why.reset'))).toBeVisible();
  await signIn(phone, colleague.userName, 'sunny2028');
}

test('a clinic joins, staffs itself, ends a right, and gets back in', async ({ as, nobody, serverUrl }) => {
  const desk = await nobody({ lang: 'zh-CN' });
  await register(desk);
  await admit(await as('admin', { at: '/backOffice?section=people' }));
  const phone = await nobody();
  await phone.setViewportSize({ width: 390, height: 844 });
  await accept(phone);
  await addAssistant(desk);
  await agree(phone);
  const page = await nobody({ lang: 'zh-CN' });
  await signIn(page, helper.userName);
  const caseId = await draftCase(await clientOf(serverUrl, colleague.userName), { files: false });
  await workTogether(page, phone, caseId);
  await revoke(page, phone, caseId);
  await forgetByCode(page);
  await forgetByLink(phone);
  // Doctor and assistant are signed in again. The doctor removes the account: the assistant is signed out.
  await desk.reload();
  await choose(desk, 'removeMenu');
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: assistantZh('remove') })
    .press('Enter');
  await page.waitForURL(/\/login/);
  await expect(rowOf(desk)).toHaveCount(0);
});
