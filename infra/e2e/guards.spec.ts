/** Access to pages, and the start, renewal and end of sessions, in a real browser. */
import type { Page } from '@playwright/test';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { demoPassword } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { confirmAction } from './acts.ts';
import { createSubmittedCase } from './case-setup.ts';
import { endSessionElsewhere, expect, openLivePage, test } from './fixtures.ts';

const shell = createTranslator('en', 'shell');
const auth = createTranslator('en', 'auth');
const error = createTranslator('en', 'error');

test('without a script, redirects to sign-in, reports a wrong password, and returns to the requested page', async ({
  nobody,
}) => {
  const page = await nobody({ javaScript: false });
  const enter = async (password: string) => {
    await page.locator('input[name="userName"]').fill('doctor');
    await page.locator('input[name="password"]').fill(password);
    await page.locator('form[action="/login"] button[type="submit"]').click();
  };
  await page.goto('/caseList?filter=3');
  await expect(page).toHaveURL(/\/login\?/);
  await enter('wrong1');
  await expect(page.getByText(error('103016'))).toBeVisible();
  await enter(demoPassword);
  await expect(page).toHaveURL(/\/caseList\?filter=3$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const path of ['/', '/login', '/noSuchPage']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/workbench$/);
  }
});

test('signing out asks for confirmation, reports an error, and succeeds if the session is already over', async ({
  as,
  serverUrl,
}) => {
  const page = await as('doctor2');
  const out = async () => {
    await page.getByRole('banner').getByRole('button').last().click();
    await page.getByRole('menuitem', { name: shell('menu.signOut') }).click();
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: shell('signOut.confirm') })
      .click();
  };
  await page.route('**/api/login/*', route =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { code: 104013, message: 'Busy', data: null } })
      : route.continue(),
  );
  await out();
  await expect(page.getByText(shell('signOut.failed', { message: 'Busy' }))).toBeVisible();
  await page.unroute('**/api/login/*');
  // Blocks the socket and all reads, so that the page does not notice the end of its session.
  await page.route('**/api/**', route =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  );
  const { promise: opened, resolve: open } = Promise.withResolvers<unknown>();
  await page.routeWebSocket(/socket\.io/, open);
  await page.reload();
  await opened;
  await endSessionElsewhere(page, serverUrl);
  await out();
  await expect(page).toHaveURL(/\/login/);
});

// entry.spec.ts tests sessions that end in another window.
test('fifteen idle minutes end the session, with a warning a minute before', async ({ as }) => {
  const page = await as('doctor2', { at: null });
  await page.clock.install();
  // The idle time starts when the page is live.
  await openLivePage(page, '/caseList');
  await page.clock.fastForward('14:02');
  await expect(page.getByText(shell('idle.title'))).toBeVisible();
  await page.getByRole('button', { name: shell('idle.stay') }).click();
  await expect(page.getByText(shell('idle.title'))).toBeHidden();
  await page.clock.fastForward('14:02');
  await expect(page.getByText(shell('idle.title'))).toBeVisible();
  await page.clock.fastForward('01:05');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('dialog', { name: error('tips') })).toContainText(auth('why.idle'));
});

test('uses the language of the cookie, and a switch reloads the page in the other language', async ({
  as,
}) => {
  const page = await as('doctor');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: shell('language.other') }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(
    page.getByRole('link', { name: createTranslator('zh-CN', 'shell')('nav.cases'), exact: true }),
  ).toBeVisible();
});

const account = async (page: Page, entry: string) => {
  await page.getByRole('banner').getByRole('button').last().click();
  await page.getByRole('menuitem', { name: shell(entry) }).click();
};
const command = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(text);
  await page.keyboard.press('Enter');
};
const goToCase = async (page: Page, caseId: string) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(caseId);
  await page.getByRole('option', { name: new RegExp(caseId) }).click();
};
const link = (page: Page, name: string) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: shell(name), exact: true })
    .click();

/** Each way to leave a case's page, and the entries of the menu that lead away or reload. Links are one way. */
const waysOut: Record<string, (page: Page, otherCase: string) => Promise<unknown>> = {
  'a link of the navigation': page => link(page, 'nav.cases'),
  'the search': async page => {
    await page.getByRole('banner').getByRole('searchbox').fill('Zhang');
    await page.keyboard.press('Enter');
  },
  'the language': page => page.getByRole('button', { name: shell('language.other') }).click(),
  'back in the browser': page => page.evaluate(() => history.back()),
  'a key': async page => {
    await page.getByRole('main').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('w');
  },
  'a command': page => command(page, shell('palette.newCase')),
  'another case': (page, otherCase) => goToCase(page, otherCase),
  messages: page => account(page, 'menu.messages'),
  eye: page => account(page, 'eye.hide'),
  theme: page => account(page, 'menu.theme'),
  keys: page => account(page, 'menu.keys'),
  'signing out': page => account(page, 'menu.signOut'),
};

test('while a withdrawn case is being restarted, every way to leave asks first and continues after confirmation', async ({
  as,
  serverUrl,
}) => {
  const caseId = await createSubmittedCase(serverUrl);
  const page = await as('doctor', { at: '/caseList' });
  const otherCase = await findDemoCaseAt(serverUrl, 'doctor', 15);
  await goToCase(page, caseId);
  // The address changes before the page: until then the list, which also has a menu of this case, is shown.
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(caseId) })).toBeVisible();
  await confirmAction(page, caseId, 'withdraw');
  const asks = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .filter({ hasText: shell('restart.title') });
  for (const [name, go] of Object.entries(waysOut)) {
    await test.step(name, async () => {
      await go(page, otherCase);
      await expect(asks).toBeVisible();
      await asks.getByRole('button', { name: shell('restart.stay') }).click();
      await expect(asks).toBeHidden();
      await expect(page).toHaveURL(new RegExp(`caseDetail\\?id=${caseId}`));
    });
  }
  // The question survives a reload.
  await page.reload();
  await link(page, 'nav.home');
  await asks.getByRole('button', { name: shell('restart.confirm') }).click();
  await expect(page).toHaveURL(/workbench/);
  await link(page, 'nav.cases');
  await expect(page).toHaveURL(/caseList/);
});

test('warns of caps lock at a password field', async ({ nobody }) => {
  const page = await nobody();
  await page.goto('/login');
  const note = page.getByText(createTranslator('en', 'auth')('capsLock'));
  await expect(note).toBeHidden();
  const press = (on: boolean) =>
    page
      .locator('input[name="password"]')
      .evaluate(
        (field, modifierCapsLock) =>
          field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', modifierCapsLock, bubbles: true })),
        on,
      );
  await press(true);
  await expect(note).toBeVisible();
  await press(false);
  await expect(note).toBeHidden();
});
