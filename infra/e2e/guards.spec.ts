/** Who may open which page, and how a session begins, is kept and ends, in a real browser. */
import type { Page } from '@playwright/test';
import { caseAt } from '../pictures/at.ts';
import { words } from '../testing/words.ts';
import { confirm, openCase } from './acts.ts';
import { expect, signIn, test } from './world.ts';

const shell = words('en', 'shell');
const auth = words('en', 'auth');
const error = words('en', 'error');

/** Ends the page's session on the server, as another window would. */
async function endElsewhere(page: Page, serverUrl: string): Promise<void> {
  const cookies = await page.context().cookies();
  const token = cookies.find(c => c.name === 'session')?.value ?? '';
  const headers = { Authorization: token, 'Content-Type': 'application/json' };
  const answer = await fetch(`${serverUrl}/api/login/${token}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ token }),
  });
  expect(answer.status).toBe(200);
}

test('/ leads to the workbench; without a session to the sign-in page, and back to where one was', async ({
  nobody,
}) => {
  const page = await nobody();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/caseList?filter=3');
  await expect(page).toHaveURL(/\/login\?/);
  await signIn(page, 'doctor');
  await expect(page).toHaveURL(/\/caseList\?filter=3$/);
  await page.goto('/');
  await expect(page).toHaveURL(/\/workbench$/);
});

test('a return path to another origin is not followed', async ({ nobody, serverUrl }) => {
  for (const evil of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    const page = await nobody();
    const name =
      new URL((await page.goto('/caseList'))?.url() ?? '').searchParams.keys().next().value ?? 'returnTo';
    await page.goto(`/login?${name}=${encodeURIComponent(evil)}`);
    await signIn(page, 'doctor');
    expect(new URL(page.url()).origin).toBe(new URL(serverUrl).origin);
    await expect(page).toHaveURL(/\/workbench$/);
  }
});

test('/login with a session leads to the workbench, and so does an unknown route', async ({ as, nobody }) => {
  const page = await as('doctor');
  await page.goto('/login');
  await expect(page).toHaveURL(/\/workbench$/);
  await page.goto('/noSuchPage');
  await expect(page).toHaveURL(/\/workbench$/);
  const other = await nobody();
  await other.goto('/noSuchPage');
  await expect(other).toHaveURL(/\/login/);
});

test('wrong passwords are told apart from nothing, and signing in works without script', async ({
  nobody,
}) => {
  const page = await nobody({ javaScript: false });
  await page.goto('/login');
  await page.locator('input[name="userName"]').fill('doctor');
  await page.locator('input[name="password"]').fill('wrong1');
  await page.locator('form[action="/login"] button[type="submit"]').click();
  await expect(page.getByText(error('103016'))).toBeVisible();
  await page.locator('input[name="userName"]').fill('doctor');
  await page.locator('input[name="password"]').fill('archline1');
  await page.locator('form[action="/login"] button[type="submit"]').click();
  await expect(page).toHaveURL(/\/workbench$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('signing out asks first, says where it failed, and a session that is over counts as success', async ({
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
  // Without its socket the page does not learn that its session is over before it signs out.
  await page.routeWebSocket(/socket\.io/, socket => socket.close());
  await page.reload();
  await endElsewhere(page, serverUrl);
  await out();
  await expect(page).toHaveURL(/\/login/);
});

test('a session that ended elsewhere shows Tips and leads to the sign-in page with the way back', async ({
  as,
  serverUrl,
}) => {
  const page = await as('doctor2');
  await page.goto('/caseList?filter=1');
  await endElsewhere(page, serverUrl);
  const tips = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(tips).toContainText(error('tips'));
  await expect(tips).toContainText(error('102028'));
  await expect(page).toHaveURL(/\/login\?.*caseList/);
  expect(
    await page.evaluate(() => Object.keys(sessionStorage).filter(key => key.startsWith('archline'))),
  ).toEqual([]);
});

test('fifteen minutes without an act end the session, with a warning a minute before', async ({ as }) => {
  const page = await as('doctor2');
  await page.clock.install();
  await page.goto('/caseList');
  // The clock counts from when the page has come alive.
  await expect(page.getByRole('banner').getByText(shell('live.on'))).toBeAttached();
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

test('the language is the cookie’s, and switching reloads the page in the other one', async ({ as }) => {
  const page = await as('doctor');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('button', { name: shell('language.other') }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(
    page.getByRole('link', { name: words('zh-CN', 'shell')('nav.cases'), exact: true }),
  ).toBeVisible();
});

test('a withdrawn case is being restarted: leaving asks first, and goes on once confirmed', async ({
  as,
  serverUrl,
}) => {
  const page = await as('doctor');
  const caseId = await caseAt(serverUrl, 'doctor', 10);
  await openCase(page, caseId);
  await confirm(page, caseId, 'withdraw');
  const leave = page.getByRole('link', { name: shell('nav.home'), exact: true });
  const asks = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await leave.click();
  await expect(asks).toContainText(shell('restart.title'));
  await asks.getByRole('button', { name: shell('restart.stay') }).click();
  await expect(page).toHaveURL(/caseDetail/);
  await leave.click();
  await asks.getByRole('button', { name: shell('restart.confirm') }).click();
  await expect(page).toHaveURL(/workbench/);
});
