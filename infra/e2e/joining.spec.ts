/** Registration and forgotten passwords without a script. With it: first-weeks.spec.ts. */
import type { Page } from '@playwright/test';
import { demoPassword } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, test } from './fixtures.ts';
import { openLinkSentTo, readCodeSentTo } from './messages.ts';

const say = createTranslator('en', 'join');
const auth = createTranslator('en', 'auth');

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
  await page.getByRole('textbox', { name: auth('account') }).fill(userName);
  await page.getByRole('textbox', { name: auth('password'), exact: true }).fill(password);
  await page.getByRole('button', { name: auth('signIn') }).press('Enter');
  await page.waitForURL('**/workbench');
}

test('without script registers by e-mail', async ({ nobody }) => {
  const email = 'plain.trial@clinic.example';
  const page = await nobody({ javaScript: false });
  await page.goto('/register');
  await page.getByRole('radio', { name: say('code.byEmail') }).check();
  await page.getByRole('textbox', { name: auth('email') }).fill(email);
  await page.getByRole('textbox', { name: auth('name'), exact: true }).fill('Plain Trial');
  await page.getByRole('button', { name: say('code.send') }).click();
  await expect(page.getByText(say('code.sent', { to: email }))).toBeVisible();
  await expect(page.getByRole('textbox', { name: auth('name'), exact: true })).toHaveValue('Plain Trial');
  await page.getByRole('textbox', { name: say('code.code') }).fill(await readCodeSentTo(page, email));
  await page.getByRole('textbox', { name: auth('userName') }).fill('plain.trial');
  for (const label of ['password', 'passwordAgain'])
    await page.getByRole('textbox', { name: auth(label), exact: true }).fill('sunny2026');
  await page.getByRole('textbox', { name: say('register.clinic') }).fill('Plain Dental');
  await page.getByRole('checkbox').check();
  // Enter registers; it does not send another code.
  await page.getByRole('textbox', { name: say('register.clinic') }).press('Enter');
  await page.waitForURL('**/workbench');
});

test('without script sets a new password by a link', async ({ nobody }) => {
  const account = { userName: 'ann.link', phone: '13900004403', email: 'ann.link@clinic.example' };
  const page = await nobody({ javaScript: false });
  await makeAccount(page, account);
  await page.goto('/login');
  await page.getByRole('link', { name: auth('forgot') }).click();
  await page.getByRole('link', { name: say('forgot.email') }).click();
  await page.getByRole('textbox', { name: auth('email') }).fill(account.email);
  await page.getByRole('button', { name: say('forgot.sendLink') }).click();
  await expect(page.getByText(say('forgot.linkSent', { to: account.email }))).toBeVisible();
  const link = await openLinkSentTo(page, account.email, '/forgetPwd');
  await expect(page.getByText(account.userName)).toBeVisible();
  for (const label of ['newPassword', 'passwordAgain'])
    await page.getByRole('textbox', { name: auth(label), exact: true }).fill('sunny2027');
  await page.getByRole('button', { name: say('forgot.set') }).click();
  await expect(page.getByText(auth('why.reset'))).toBeVisible();
  await signIn(page, account.userName, 'sunny2027');
  await page.goto(link);
  await expect(page.getByText(auth('closedLink.forgotPwd'))).toBeVisible();
});
