/**
 * A second factor that an organisation demands: set up by keyboard or as a passkey, after which the requested page
 * opens.
 */
import type { Page } from '@playwright/test';
import { totpCodeAt } from '../../services/people/totp.ts';
import { demoPassword, signIn as signInClient } from '../testing/client.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { typeInto } from './keys.ts';
import { connectPasskeyDevice } from './passkey-device.ts';

const auth = createTranslator('en', 'auth');
const errorsZh = createTranslator('zh-CN', 'error');
const factor = { en: createTranslator('en', 'factor'), 'zh-CN': createTranslator('zh-CN', 'factor') };
const people = createTranslator('en', 'people');

const deepLink = '/caseList?tab=action';
const isDeepLink = (url: URL) => url.pathname + url.search === deepLink;

const signIn = async (page: Page, user: string) => {
  await page.goto(`/login?${new URLSearchParams({ returnTo: deepLink })}`);
  await page.locator('input[name="userName"]').fill(user);
  await page.locator('input[name="password"]').fill(demoPassword);
  await page.keyboard.press('Enter');
};

/** Sets up an app on the page, by keyboard alone. */
async function setUpApp(page: Page, lang: 'en' | 'zh-CN') {
  const t = factor[lang];
  await expect(page.getByRole('heading', { name: t('title') })).toBeVisible();
  const password = page.locator('input[name="oldPassword"]');
  await expect(password).toBeFocused();
  await typeInto(page, password, demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: t('qr') })).toBeVisible();
  const secret = (await page.locator('input[name="secret"]').getAttribute('value')) ?? '';
  const code = page.getByRole('textbox', { name: t('code') });
  await typeInto(page, code, '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await typeInto(page, code, totpCodeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: t('done.list') }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('link', { name: t('done.go') }).press('Enter');
}

/** A server of this file, because the demand holds every session of the organisation's staff. */
let server: ServerProcess;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server.stop());

test('a demanded second factor holds open and new sessions until it is set up, without a script too', async ({
  browser,
}) => {
  const contexts: { close(): Promise<void> }[] = [];
  const open = async (lang: 'en' | 'zh-CN', javaScriptEnabled = true) => {
    const context = await browser.newContext({
      baseURL: server.url,
      reducedMotion: 'reduce',
      javaScriptEnabled,
    });
    await context.addCookies([{ name: 'lang', value: lang, url: server.url }]);
    contexts.push(context);
    return context.newPage();
  };
  try {
    const working = await open('en');
    await signIn(working, 'expert');
    await working.waitForURL(isDeepLink);
    const admin = await signInClient(server.url, 'admin');
    const { orgId } = (await admin.get<{ orgId: string }>('/api/sysUser')).data;
    const secondFactor = ['Specialist', 'Technician'];
    expect((await admin.put(`/api/organisations/${orgId}`, { secondFactor })).http).toBe(200);

    // The open page is held as soon as its socket hears of it, and leads back to itself afterwards.
    await working.waitForURL(url => url.pathname === '/login/secondFactor');
    await setUpApp(working, 'en');
    await working.waitForURL(isDeepLink);

    const plain = await open('zh-CN', false);
    await signIn(plain, 'technician');
    await plain.waitForURL(url => url.pathname === '/login/secondFactor');
    await plain.goto('/workbench');
    await plain.waitForURL(url => url.pathname === '/login/secondFactor');
    await plain.goto(`/login/secondFactor?${new URLSearchParams({ returnTo: deepLink })}`);
    await setUpApp(plain, 'zh-CN');
    await plain.waitForURL(isDeepLink);

    const leaving = await open('zh-CN');
    await signIn(leaving, 'technician2');
    await leaving.getByRole('button', { name: factor['zh-CN']('signOut') }).press('Enter');
    await leaving.waitForURL(url => url.pathname === '/login');
    const held = await signInClient(server.url, 'technician2');
    const refused = await held.get('/api/cases');
    expect([refused.http, refused.code]).toEqual([401, 104103]);
    held.headers = { 'Accept-Language': 'zh-CN' };
    expect((await held.get('/api/cases')).message).toBe(errorsZh('104103'));

    const back = await open('en');
    await signIn(back, 'admin');
    await back.waitForURL(isDeepLink);
    await openLivePage(back, '/backOffice?section=people&kind=noFactor&position=Technician');
    const row = back.getByRole('row').filter({ hasText: 'technician2' });
    await expect(row).toContainText(people('factor.missing'));
    await expect(back.getByRole('row').filter({ hasText: /\btechnician\b/ })).toHaveCount(0);
  } finally {
    for (const context of contexts) await context.close();
  }
});

test('a demanded second factor is set up as a passkey, which is then asked for after the password', async ({
  browser,
}) => {
  // `technician2` has no second factor after the test before.
  // A passkey belongs to a name, never to an IP address.
  const baseURL = server.url.replace('127.0.0.1', 'localhost');
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'lang', value: 'en', url: baseURL }]);
  try {
    const admin = await signInClient(server.url, 'admin');
    const { orgId } = (await admin.get<{ orgId: string }>('/api/sysUser')).data;
    await admin.put(`/api/organisations/${orgId}`, { secondFactor: ['Technician'] });
    const page = await context.newPage();
    await connectPasskeyDevice(page);
    await signIn(page, 'technician2');
    await page.locator('input[name="oldPassword"]').fill('archline2');
    await page.getByRole('button', { name: factor.en('passkey') }).press('Enter');
    await expect(page.getByRole('alert')).not.toHaveText('');
    await page.locator('input[name="oldPassword"]').fill(demoPassword);
    await page.getByRole('button', { name: factor.en('passkey') }).press('Enter');
    await page.waitForURL(isDeepLink);

    await context.clearCookies({ name: 'session' });
    await signIn(page, 'technician2');
    await expect(page.getByText(factor.en('passkeyStep.text'))).toBeVisible();
    await page.getByRole('button', { name: auth('passkey.signIn') }).press('Enter');
    await page.waitForURL(isDeepLink);
  } finally {
    await context.close();
  }
});
