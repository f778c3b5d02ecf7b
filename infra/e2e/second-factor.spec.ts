/** Second factors and passkeys in real browsers; Chromium's virtual authenticator stands for a finger. */
import type { Page } from '@playwright/test';
import { totpCodeAt } from '../../services/people/totp.ts';
import { demoPassword, signIn as signInClient } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { typeInto } from './keys.ts';
import { connectPasskeyDevice } from './passkey-device.ts';

const account = createTranslator('en', 'account');
const auth = createTranslator('zh-CN', 'auth');
const authEn = createTranslator('en', 'auth');
const security = '/updateUser?tab=security';
/** Length of a time step: the code of the next one is accepted early, and is not used yet. */
const STEP_MS = 30_000;

/** Creates a technician, whose second factor no other test meets. */
async function newPerson(serverUrl: string, userName: string): Promise<string> {
  const admin = await signInClient(serverUrl, 'admin');
  const body = { userName, password: demoPassword, name: '周涛', position: 'Technician' };
  expect((await admin.post('/api/users', body)).http).toBe(200);
  return userName;
}

/** Sets up the app by keyboard. Returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: account('factors.setUp'), exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await typeInto(page, dialog.getByRole('textbox', { name: account('password.old') }), demoPassword);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: account('factors.qr') })).toBeVisible();
  const secret = (
    (await dialog.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  ).replaceAll(' ', '');
  const code = dialog.getByRole('textbox', { name: account('factors.code') });
  await typeInto(page, code, totpCodeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  const list = page.getByRole('list', { name: account('factors.recovery') });
  await expect(list.getByRole('listitem')).toHaveCount(10);
  const codes = await list.getByRole('listitem').allTextContents();
  await page.getByRole('button', { name: account('factors.codesKept') }).press('Enter');
  return { secret, codes };
}

async function sendPassword(page: Page, user: string): Promise<void> {
  await page.goto('/login');
  await page.locator('input[name="userName"]').fill(user);
  await page.locator('input[name="password"]').fill(demoPassword);
  await page.locator('form[action="/login"] button[type="submit"]').click();
  await page.waitForURL(url => url.pathname === '/login/secondStep');
}

test('an authenticator app, set up by keyboard, is asked for in another browser, also without a script', async ({
  as,
  nobody,
  serverUrl,
}) => {
  const user = await newPerson(serverUrl, 'factor.app');
  const page = await as(user, { at: security });
  const { secret, codes } = await setUpApp(page);
  await expect(page.getByText(account('factors.onHow'))).toBeVisible();

  const plain = await nobody({ lang: 'zh-CN', javaScript: false });
  await sendPassword(plain, user);
  await expect(plain.getByRole('heading', { name: auth('secondStep.title') })).toBeVisible();
  const field = plain.getByRole('textbox', { name: auth('secondStep.code') });
  await field.fill('000000');
  await plain.keyboard.press('Enter');
  await expect(plain.getByRole('alert')).toBeVisible();
  await field.fill(totpCodeAt(secret, Date.now() + STEP_MS));
  await plain.keyboard.press('Enter');
  await plain.waitForURL(url => url.pathname === '/workbench');

  const other = await nobody();
  await sendPassword(other, user);
  await other.getByRole('textbox', { name: authEn('secondStep.code') }).fill(codes[0] ?? '');
  await other.keyboard.press('Enter');
  await other.waitForURL(url => url.pathname === '/workbench');
  await page.reload();
  await expect(page.getByText(account('factors.left_other', { count: 9 }))).toBeVisible();
});

test('a passkey is added, signs in without a password, and is gone once removed', async ({
  as,
  serverUrl,
}) => {
  const user = await newPerson(serverUrl, 'factor.passkey');
  // A passkey belongs to a name, never to an IP address.
  const site = serverUrl.replace('127.0.0.1', 'localhost');
  const first = await as(user, { at: null });
  const context = first.context();
  await context.request.post(`${site}/login`, { form: { userName: user, password: demoPassword } });
  const page = await context.newPage();
  await connectPasskeyDevice(page);
  await openLivePage(page, site + security);
  await page.getByRole('button', { name: account('passkeys.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: account('passkeys.name') }).fill('Laptop at the clinic');
  await dialog.getByRole('textbox', { name: account('password.old') }).fill(demoPassword);
  await dialog.getByRole('button', { name: account('factors.next') }).click();
  await expect(page.getByRole('heading', { name: /^Laptop at the clinic/ })).toBeVisible();

  const signInByPasskey = async () => {
    await context.clearCookies({ name: 'session' });
    await page.goto(`${site}/login`);
    await page.getByRole('button', { name: authEn('passkey.signIn') }).click();
  };
  await signInByPasskey();
  await page.waitForURL(url => url.pathname === '/workbench');
  await openLivePage(page, site + security);
  await page
    .getByRole('button', { name: account('passkeys.removeTitle', { name: 'Laptop at the clinic' }) })
    .click();
  await dialog.getByRole('textbox', { name: account('password.old') }).fill(demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByText(account('passkeys.none'))).toBeVisible();
  await signInByPasskey();
  await expect(page.getByRole('alert')).toHaveText(authEn('passkey.failed'));
});
