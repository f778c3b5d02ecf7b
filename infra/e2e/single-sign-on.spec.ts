/** Single sign-on with a real OpenID provider on another site: set up by an Admin, used with and without a script. */
import type { Page } from '@playwright/test';
import {
  openTestProvider,
  providerClient,
  type TestProvider,
} from '../../services/singleSignOn/testing/openid-provider.ts';
import { signIn as signInClient } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const sso = { en: createTranslator('en', 'sso'), 'zh-CN': createTranslator('zh-CN', 'sso') };
const shell = createTranslator('zh-CN', 'shell');
const position = createTranslator('zh-CN', 'case');
const orgId = 'archline';
const orgPath = `/api/organisations/${orgId}/singleSignOn`;

let provider: TestProvider;
test.beforeEach(async ({ serverUrl }) => {
  // `localhost` and 127.0.0.1 are two sites to a browser.
  provider = await openTestProvider({ host: 'localhost', clients: [{ origin: serverUrl, orgId }] });
});
test.afterEach(async ({ serverUrl }) => {
  await (await signInClient(serverUrl, 'admin')).call('DELETE', orgPath);
  await provider.close();
});

/** Enters a name on the provider's page. */
async function enterAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.keyboard.press('Enter');
}

/** Fills in the Admin's form by keyboard and saves it after a successful test. */
async function setUpByAdmin(page: Page): Promise<void> {
  const { 'zh-CN': t } = sso;
  await openLivePage(page, `/backOffice?section=organisations&id=${orgId}`);
  const panel = page.getByRole('region', { name: t('section') });
  await panel.getByRole('textbox', { name: t('issuer') }).fill(`${provider.issuer}/wrong`);
  await panel.getByRole('textbox', { name: t('clientId') }).fill(providerClient.id);
  await panel.getByRole('textbox', { name: t('clientSecret') }).fill(providerClient.secret);
  await panel.getByRole('textbox', { name: t('value') }).fill('lab');
  await panel.getByRole('combobox', { name: t('position') }).selectOption(position('position.Technician'));
  await panel.getByRole('button', { name: t('test') }).press('Enter');
  await expect(panel.getByRole('alert')).toHaveText(t('fault.noProvider'));
  await panel.getByRole('textbox', { name: t('issuer') }).fill(provider.issuer);
  await panel.getByRole('button', { name: t('test') }).press('Enter');
  await expect(panel.getByText(t('testOk'))).toBeVisible();
  await panel.getByRole('button', { name: t('save') }).press('Enter');
  await expect(panel.getByText(t('state.on', { host: new URL(provider.issuer).host }))).toBeVisible();
  await expect(panel.getByText(t('secretStored'))).toBeVisible();
  expect(await findAxeViolations(page, { outline: true })).toEqual([]);
}

test('an Admin connects the provider; people sign in by it, and out there too', async ({
  as,
  nobody,
  serverUrl,
}) => {
  provider.accounts.set('zhou', {
    ...{ email: 'zhou.tao@lab.example', email_verified: true, name: '周涛', groups: ['lab'] },
  });
  await setUpByAdmin(await as('admin', { lang: 'zh-CN', at: null }));

  const plain = await nobody({ javaScript: false });
  await plain.goto('/login');
  await plain.getByRole('link', { name: sso.en('signIn') }).click();
  await plain.getByRole('textbox', { name: sso.en('organisation') }).fill(orgId.toUpperCase());
  await plain.keyboard.press('Enter');
  await enterAtProvider(plain, 'zhou');
  await plain.waitForURL(`${serverUrl}/workbench`);

  const page = await nobody({ lang: 'zh-CN' });
  await page.goto(`/login?org=${orgId}&returnTo=%2FcaseList`);
  await page.getByRole('button', { name: sso['zh-CN']('signIn') }).click();
  await enterAtProvider(page, 'zhou');
  await page.waitForURL(`${serverUrl}/caseList`);
  await expect(page.locator('header [data-state="live"]')).toBeAttached();
  await page.getByRole('button', { name: /周涛/ }).click();
  await page.getByRole('menuitem', { name: shell('menu.signOut') }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: shell('signOut.confirm') })
    .click();
  await page.waitForURL(url => url.pathname === '/login');
  await page.getByRole('link', { name: sso['zh-CN']('signOutThere') }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.waitForURL(`${serverUrl}/login`);
  await expect(page.getByRole('link', { name: sso['zh-CN']('signIn') })).toBeVisible();
});

test('a refused person reads why, and may sign in as somebody else', async ({ nobody, serverUrl }) => {
  const admin = await signInClient(serverUrl, 'admin');
  const settings = {
    ...{ issuer: provider.issuer, clientId: providerClient.id, clientSecret: providerClient.secret },
    ...{ scope: 'profile email', claim: 'groups', secondFactor: 'here' },
    positions: [{ value: 'lab', position: 'Technician' }],
  };
  expect((await admin.call('PUT', orgPath, settings)).http).toBe(200);
  const who = { email_verified: true, name: '林悦' };
  provider.accounts.set('guest', { ...who, email: 'guest@lab.example', groups: ['guests'] });
  provider.accounts.set('lin', { ...who, email: 'lin.yue@lab.example', groups: ['lab'] });

  const page = await nobody({ lang: 'zh-CN' });
  await page.goto(`/login?org=${orgId}`);
  expect(await findAxeViolations(page, { outline: true })).toEqual([]);
  await page.getByRole('button', { name: sso['zh-CN']('signIn') }).click();
  await enterAtProvider(page, 'guest');
  await expect(page.getByText(sso['zh-CN']('problem.noPosition'))).toBeVisible();
  expect(await findAxeViolations(page, { outline: true })).toEqual([]);
  await page.getByRole('button', { name: sso['zh-CN']('again') }).click();
  await enterAtProvider(page, 'lin');
  await page.waitForURL(`${serverUrl}/workbench`);

  const found = await admin.get<{ items: { id: string; position: string }[] }>('/api/users?keyword=lin.yue');
  const [person] = found.data.items;
  expect(person?.position).toBe('Technician');
  expect((await admin.post(`/api/users/${person?.id}/freeze`, {})).http).toBe(200);
  // The open page goes to the sign-in without a click, which would interrupt an earlier navigation.
  await page.waitForURL(url => url.pathname === '/login');
  await page.goto('/caseList');
  await page.waitForURL(url => url.pathname === '/login');
});
