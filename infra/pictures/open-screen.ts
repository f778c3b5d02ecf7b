/** Brings a page to a screen of the list: a case at a status, an open dialog. */
import type { Page } from 'playwright';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { type Client, demoPassword, signIn } from '../testing/client.ts';
import { createTranslator, type Lang } from '../testing/translations.ts';
import type { ScreenDefinition } from './screens.ts';

/**
 * One session per user, because sign-ins are rate limited. Each has the time of its last use, because
 * sessions expire after 15 idle minutes.
 */
const sessions = new Map<string, { client: Promise<Client>; used: number }>();
const restMs = 10 * 60_000;

function sessionOf(url: string, user: string): Promise<Client> {
  const key = `${url} ${user}`;
  const there = sessions.get(key);
  const now = performance.now();
  const client = there && now - there.used < restMs ? there.client : signIn(url, user);
  sessions.set(key, { client, used: now });
  return client;
}

/** Start of this process: cases of the demo are older, cases of tests are newer. */
const begun = new Date(performance.timeOrigin).toISOString();

/**
 * Returns a demo case at a status that this user sees: the newest unchanged one, otherwise a changed one.
 * Trap: tests that share a server also create cases. A test that changes a case's status must create its own.
 */
export async function findDemoCaseAt(url: string, user: string, status: number): Promise<string> {
  const client = await sessionOf(url, user);
  const { data } = await client.get<{ items: CaseListItem[] }>('/api/cases?size=100');
  const ofDemo = data.items.filter(item => item.status === status && item.createdAt < begun);
  const found = ofDemo.find(({ updatedAt }) => updatedAt < begun) ?? ofDemo.at(-1);
  if (!found) throw new Error(`${user} sees no demo case with status ${status}`);
  return found.caseId;
}

/** Opens the dialog of an action with its button or from the case's menu. */
async function openDialog(page: Page, action: string, lang: Lang): Promise<void> {
  const name = createTranslator(lang, 'case')(`action.${action}`);
  const button = page.getByRole('button', { name, exact: true });
  if ((await button.count()) === 0) {
    const caseId = new URL(page.url()).searchParams.get('id') ?? '';
    await page.getByRole('button', { name: createTranslator(lang, 'action')('more', { caseId }) }).click();
  }
  await button
    .or(page.getByRole('menuitem', { name, exact: true }))
    .first()
    .click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
}

/** Opens a dialog by pressing buttons and menu items. @param names dictionary and key of each, such as `cover:arrange` */
async function clickThrough(page: Page, names: readonly string[], lang: Lang): Promise<void> {
  for (const [namespace = '', key = ''] of names.map(name => name.split(':'))) {
    const name = createTranslator(lang, namespace)(key);
    const found = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name }));
    await found.first().click();
  }
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
}

/** Creates a link to the newest plan of a doctor's case, or to its patient page, and returns its path. */
async function linkTo(
  url: string,
  caseId: string,
  whom: NonNullable<ScreenDefinition['link']>,
): Promise<string> {
  const client = await sessionOf(url, 'doctor');
  const { data } = await client.get<{ items: { version: number }[] }>(`/api/cases/${caseId}/plans`);
  const version = data.items.at(-1)?.version ?? 1;
  const made = await client.post<{ path: string }>(`/api/cases/${caseId}/shares`, {
    ...(whom === 'wear' ? { for: whom } : { for: whom, version, days: 7 }),
  });
  if (!made.data.path) throw new Error(made.message);
  return made.data.path;
}

const heldUser = 'held.person';
let held: Promise<string> | undefined;

/** Creates a person who must set up a second factor, in a new organisation. Returns the user name. */
async function createHeldUser(url: string): Promise<string> {
  const client = await sessionOf(url, 'admin');
  const names = { en: 'Strict Dental', 'zh-CN': '安严口腔' };
  const zone = 'Asia/Shanghai';
  const added = await client.post<{ orgId: string }>('/api/organisations', { names, zone, kind: 'clinic' });
  const { orgId } = added.data;
  await client.put(`/api/organisations/${orgId}`, { secondFactor: ['Service'] });
  const account = { userName: heldUser, password: demoPassword, name: '陈静' };
  const made = await client.post('/api/users', { ...account, orgId, position: 'Service' });
  if (made.http !== 200) throw new Error(made.message);
  return heldUser;
}

/** Address of a screen with its case, link and held user filled in. */
export async function resolveScreenAddress(url: string, screen: ScreenDefinition): Promise<string> {
  // A screen without a user may still show a case, which is then a doctor's.
  const caseId =
    screen.status === undefined ? '' : await findDemoCaseAt(url, screen.user ?? 'doctor', screen.status);
  const link = screen.link ? await linkTo(url, caseId, screen.link) : '';
  if (screen.path.includes('{held}')) held ??= createHeldUser(url);
  return screen.path
    .replace('{case}', caseId)
    .replace('{link}', link)
    .replace('{held}', (await held) ?? '');
}

const presses = 20;

/** Presses the keys again until they show something, because a list that has not come to life yet loses them. */
async function pressUntilShown(page: Page, keys: readonly string[], shows: string): Promise<void> {
  for (let i = 1; ; i++) {
    for (const key of keys) await page.keyboard.press(key);
    const shown = page.locator(shows).waitFor({ timeout: 5000 });
    if (i === presses) return shown;
    const isShown = await shown.then(
      () => true,
      () => false,
    );
    if (isShown) return;
  }
}

/** Brings an open page to its screen: opens the dialog, chooses the file and presses the keys. */
export async function prepareScreen(
  page: Page,
  screen: Omit<ScreenDefinition, 'path'>,
  lang: Lang,
): Promise<void> {
  if (screen.open) await openDialog(page, screen.open, lang);
  if (screen.click) await clickThrough(page, screen.click, lang);
  if (screen.file) {
    const file = { name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.from(screen.file) };
    await page.locator('input[type="file"]').setInputFiles(file);
  }
  if (screen.wait) await page.locator(screen.wait).waitFor();
  if (screen.wait && screen.press && screen.shows) return pressUntilShown(page, screen.press, screen.shows);
  for (const key of screen.press ?? []) await page.keyboard.press(key);
  if (screen.shows) await page.locator(screen.shows).waitFor();
}

/** Opens a screen as its picture shows it, with case, link, dialog and keys. */
export async function openScreen(
  page: Page,
  url: string,
  screen: ScreenDefinition,
  lang: Lang,
): Promise<void> {
  await page.goto(url + (await resolveScreenAddress(url, screen)), { waitUntil: 'networkidle' });
  await prepareScreen(page, screen, lang);
}
