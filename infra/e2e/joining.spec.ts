/** Registration and forgotten passwords, by keyboard with script, and without script. Codes are read in the demo. */
import type { Page } from '@playwright/test';
import { demoPassword } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';

const t = { en: createTranslator('en', 'join'), 'zh-CN': createTranslator('zh-CN', 'join') };
const auth = { en: createTranslator('en', 'auth'), 'zh-CN': createTranslator('zh-CN', 'auth') };

/** The text of the newest message to an address, on the page that lists the demo's messages. */
async function messageTo(page: Page, to: string): Promise<string> {
  const list = await page.context().newPage();
  await list.goto(`/demo/messages?to=${encodeURIComponent(to)}`);
  const text = await list.getByRole('listitem').first().textContent();
  await list.close();
  return text ?? '';
}
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? 'none';
const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? 'about:blank');

/** Moves to a field with Tab and types. */
async function type(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  for (let i = 0; i < 40 && !(await field.evaluate(e => e === document.activeElement)); i++)
    await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.insertText(text);
}

test('registers by a code, by keyboard', async ({ nobody }) => {
  const phone = '13900004401';
  const page = await nobody({ lang: 'zh-CN' });
  const say = t['zh-CN'];
  await page.goto('/login');
  await page.getByRole('link', { name: say('register.link') }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: say('register.title') })).toBeVisible();

  await type(page, auth['zh-CN']('phone'), phone);
  const send = page.getByRole('button', { name: say('code.send') });
  await send.press('Enter');
  await expect(page.getByText(say('code.sent', { to: phone }))).toBeVisible();
  await expect(page.getByRole('button', { name: /\d+ 秒后可重发/ })).toBeDisabled();
  await expect(page.getByRole('textbox', { name: say('code.code') })).toBeFocused();
  await page.keyboard.insertText(codeIn(await messageTo(page, phone)));
  await type(page, auth['zh-CN']('userName'), 'li.trial');
  await type(page, auth['zh-CN']('password'), 'sunny2026');
  await expect(page.locator('[data-rule="length"][data-ok]')).toBeVisible();
  await expect(page.locator('[data-rule="same"][data-ok]')).toHaveCount(0);
  await type(page, auth['zh-CN']('passwordAgain'), 'sunny2026');
  await expect(page.locator('[data-rule][data-ok]')).toHaveCount(5);
  await type(page, auth['zh-CN']('name'), '李试用1');
  await type(page, say('register.clinic'), '晨光口腔门诊部');
  await page.getByRole('checkbox').press('Space');
  // The wrong name is refused at its field; everything but the passwords stays.
  await page.keyboard.press('Enter');
  const name = page.getByRole('textbox', { name: auth['zh-CN']('name'), exact: true });
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/\/register$/);
  await expect(page.getByRole('textbox', { name: say('register.clinic') })).toHaveValue('晨光口腔门诊部');
  await name.fill('李试用');
  await page.getByRole('textbox', { name: auth['zh-CN']('password'), exact: true }).fill('sunny2026');
  await page.getByRole('textbox', { name: auth['zh-CN']('passwordAgain'), exact: true }).fill('sunny2026');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/workbench');
  await expect(page.getByText('李试用').first()).toBeVisible();
});

type Account = { userName: string; phone: string; email: string };

/** An Admin makes an account, whose addresses have received no message so far. */
async function makeAccount(page: Page, account: Account): Promise<void> {
  const body = { userName: 'admin', password: demoPassword };
  const { data } = await (await page.request.post('/api/login', { data: body })).json();
  const made = await page.request.post('/api/users', {
    headers: { Authorization: data.token },
    data: { ...account, password: 'sunny2026', name: 'Ann Forgetful', position: 'Doctor' },
  });
  expect(made.status()).toBe(200);
  await page.context().clearCookies({ name: 'session' });
}

async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: auth.en('account') }).fill(userName);
  await page.getByRole('textbox', { name: auth.en('password'), exact: true }).fill(password);
  await page.getByRole('button', { name: auth.en('signIn') }).press('Enter');
  await page.waitForURL('**/workbench');
}

test('sets a new password by a code, in the dialog of the sign-in page', async ({ nobody }) => {
  const account = { userName: 'ann.phone', phone: '13900004402', email: 'ann.phone@clinic.example' };
  const page = await nobody();
  const say = t.en;
  await makeAccount(page, account);
  await page.goto('/login');
  const forgot = page.getByRole('link', { name: auth.en('forgot') });
  await forgot.press('Enter');
  const dialog = page.getByRole('dialog', { name: say('forgot.title') });
  await dialog.getByRole('link', { name: say('forgot.support') }).press('Enter');
  await expect(dialog.getByText(say('forgot.supportText'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(forgot).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: auth.en('phone') })).toBeFocused();
  await page.keyboard.insertText(account.phone);
  await dialog.getByRole('button', { name: say('code.send') }).press('Enter');
  const code = dialog.getByRole('textbox', { name: say('code.code') });
  await expect(code).toBeFocused();
  await code.fill('000000');
  for (const label of ['newPassword', 'passwordAgain'])
    await dialog.getByRole('textbox', { name: auth.en(label), exact: true }).fill('sunny2027');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  await expect(code).toBeFocused();
  await code.fill(codeIn(await messageTo(page, account.phone)));
  for (const label of ['newPassword', 'passwordAgain'])
    await dialog.getByRole('textbox', { name: auth.en(label), exact: true }).fill('sunny2027');
  await page.keyboard.press('Enter');
  await expect(page.getByText(auth.en('why.reset'))).toBeVisible();
  await signIn(page, account.userName, 'sunny2027');
});

test('without script registers by e-mail', async ({ nobody }) => {
  const email = 'plain.trial@clinic.example';
  const page = await nobody({ javaScript: false });
  const say = t.en;
  await page.goto('/register');
  await page.getByRole('radio', { name: say('code.byEmail') }).check();
  await page.getByRole('textbox', { name: auth.en('email') }).fill(email);
  await page.getByRole('textbox', { name: auth.en('name'), exact: true }).fill('Plain Trial');
  await page.getByRole('button', { name: say('code.send') }).click();
  await expect(page.getByText(say('code.sent', { to: email }))).toBeVisible();
  await expect(page.getByRole('textbox', { name: auth.en('name'), exact: true })).toHaveValue('Plain Trial');
  await page.getByRole('textbox', { name: say('code.code') }).fill(codeIn(await messageTo(page, email)));
  await page.getByRole('textbox', { name: auth.en('userName') }).fill('plain.trial');
  for (const label of ['password', 'passwordAgain'])
    await page.getByRole('textbox', { name: auth.en(label), exact: true }).fill('sunny2026');
  await page.getByRole('textbox', { name: say('register.clinic') }).fill('Plain Dental');
  await page.getByRole('checkbox').check();
  // Enter registers; it does not send another code.
  await page.getByRole('textbox', { name: say('register.clinic') }).press('Enter');
  await page.waitForURL('**/workbench');
});

test('without script sets a new password by a link', async ({ nobody }) => {
  const account = { userName: 'ann.link', phone: '13900004403', email: 'ann.link@clinic.example' };
  const page = await nobody({ javaScript: false });
  const say = t.en;
  await makeAccount(page, account);
  await page.goto('/login');
  await page.getByRole('link', { name: auth.en('forgot') }).click();
  await page.getByRole('link', { name: say('forgot.email') }).click();
  await page.getByRole('textbox', { name: auth.en('email') }).fill(account.email);
  await page.getByRole('button', { name: say('forgot.sendLink') }).click();
  await expect(page.getByText(say('forgot.linkSent', { to: account.email }))).toBeVisible();
  const { pathname, search } = linkIn(await messageTo(page, account.email));
  await page.goto(pathname + search);
  await expect(page.getByText(account.userName)).toBeVisible();
  for (const label of ['newPassword', 'passwordAgain'])
    await page.getByRole('textbox', { name: auth.en(label), exact: true }).fill('sunny2027');
  await page.getByRole('button', { name: say('forgot.set') }).click();
  await expect(page.getByText(auth.en('why.reset'))).toBeVisible();
  await signIn(page, account.userName, 'sunny2027');
  await page.goto(pathname + search);
  await expect(page.getByText(auth.en('closedLink.forgotPwd'))).toBeVisible();
});
