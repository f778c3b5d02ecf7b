/** Notices: the inbox by kind, its counter, quiet hours, and desktop notifications. */

import type { Page } from '@playwright/test';
import { Status } from '#events/case/status.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { type Client, signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { expect, openLivePage, test } from './fixtures.ts';

const message = createTranslator('en', 'message');
const desk = createTranslator('en', 'desk');
const notice = createTranslator('en', 'notice');

type Me = { id: string; name: string };
const meOf = async (client: Client) => (await client.get<Me>('/api/sysUser')).data;

/** The doctor and the technician of one case, and its conversation. */
async function pair(url: string) {
  const [doctor, technician] = await Promise.all([signIn(url, 'doctor'), signIn(url, 'technician')]);
  const seen = async (client: Client) =>
    (await client.get<{ items: CaseListItem[] }>('/api/cases?size=100')).data.items;
  const own = new Set((await seen(doctor)).map(item => item.caseId));
  const both = (await seen(technician)).find(
    item => own.has(item.caseId) && item.status === Status.PlanAwaitingDoctor,
  );
  if (!both) throw new Error('no case is both the doctor’s and the technician’s');
  const [li, wang] = await Promise.all([meOf(doctor), meOf(technician)]);
  const conversation = `case.${both.caseId}`;
  const say = async (client: Client, text: string, ...mentions: string[]) => {
    const said = { client: crypto.randomUUID(), text, mentions };
    const answer = await client.post<{ seq: number }>(`/api/chats/${conversation}/messages`, said);
    expect(answer.code, answer.message).toBe(0);
    return answer.data.seq;
  };
  return { doctor, technician, li, wang, caseId: both.caseId, conversation, say };
}

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

type Shown = { title: string; body: string; closed: boolean };

/** Records the notifications of a page. The headless shell cannot show them, even with permission. */
function keepNotifications(): void {
  const shown: Shown[] = [];
  Object.assign(window, { shown });
  window.Notification = class extends Notification {
    static override readonly permission = 'granted';
    readonly kept: Shown;
    constructor(title: string, options?: NotificationOptions) {
      super(title, options);
      this.kept = { title, body: options?.body ?? '', closed: false };
      shown.push(this.kept);
    }
    override close() {
      this.kept.closed = true;
      super.close();
    }
  };
}

test('a mention is in the inbox and shown as one notification, until it is read elsewhere', async ({
  as,
  serverUrl,
}) => {
  const { doctor, technician, li, wang, caseId, conversation, say } = await pair(serverUrl);
  const page = await as('doctor', { at: null });
  await page.context().grantPermissions(['notifications']);
  await page.context().addInitScript(keepNotifications);
  await openLivePage(page, '/userMessage?mail=1');
  const desktop = page.getByRole('switch', { name: message('browser.desktop') });
  await expect(desktop).not.toBeChecked();
  await desktop.press('Space');
  await expect(desktop).toBeChecked();
  await openLivePage(page, '/userMessage?mail=1');
  await expect(desktop).toBeChecked();
  const inbox = await page.context().newPage();
  await openLivePage(inbox, '/userMessage?kind=talk');
  await expect(inbox.getByText(message('teach.talk'))).toBeVisible();

  const words13 = '13 needs another attachment.';
  const seq = await say(technician, words13, li.id);
  const line = row(inbox, message('talk.MessageSent', { who: wang.name }));
  await expect(line).toHaveAttribute('data-unread', 'true');
  const link = line.getByRole('link');
  await expect(link).toContainText(caseId);
  await expect(link).toHaveAttribute('href', `/chat?c=${conversation}&m=${seq}`);
  await expect(inbox.getByText(words13)).toHaveCount(0);
  const body = inbox.getByRole('region', { name: message('body.title') });
  await expect(body.getByRole('link', { name: message('body.open.talk') })).toBeVisible();
  const noticed = (on: Page) => on.evaluate(() => (window as unknown as { shown: Shown[] }).shown);
  const shown = async () => [...(await noticed(page)), ...(await noticed(inbox))];
  await expect
    .poll(shown)
    .toEqual([{ title: `${wang.name} · ${caseId}`, body: notice('named'), closed: false }]);

  // Reading the conversation also marks its inbox entry as read.
  await doctor.post(`/api/chats/${conversation}/read`, { got: seq, read: seq });
  await expect(line).not.toHaveAttribute('data-unread');
  await expect.poll(shown).toMatchObject([{ closed: true }]);
});

test('the inbox by keyboard: marks and unmarks a message, marks all as read, and undoes it', async ({
  as,
}) => {
  const page = await as('doctor2', { at: '/userMessage' });
  const lines = page.locator('[data-row]');
  await expect(lines.first()).toBeVisible();
  const unread = page.getByRole('listitem').filter({ has: page.getByText(message('new'), { exact: true }) });
  const before = await unread.count();
  expect(before).toBeGreaterThan(1);
  await page.keyboard.press('j');
  await expect(lines.first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(lines.nth(1)).toBeFocused();
  await page.keyboard.press('u');
  await expect(unread).toHaveCount(before - 1);
  await page.keyboard.press('u');
  await expect(unread).toHaveCount(before);

  await page.getByRole('button', { name: message('markAllRead') }).click();
  await expect(unread).toHaveCount(0);
  await page.getByRole('button', { name: message('undo') }).click();
  await expect(unread).toHaveCount(before);
  await page.keyboard.press('Enter');
});

test('groups messages of one case in one line; earlier ones unfold and are read together', async ({ as }) => {
  const page = await as('supervisor', { at: '/userMessage' });
  const folds = page.getByRole('button', { name: /^\d+ earlier/ });
  const group = page.getByRole('listitem').filter({ has: folds }).first();
  const fold = group.getByRole('button', { name: /^\d+ earlier/ });
  const lines = page.locator('[data-row]');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  const before = await lines.count();
  await fold.click();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => lines.count()).toBeGreaterThan(before);
  await fold.click();
  await expect(lines).toHaveCount(before);
  await expect(group).toHaveAttribute('data-unread', 'true');
  await group.getByRole('button', { name: message('markRead'), exact: true }).click();
  await expect(group).not.toHaveAttribute('data-unread');
  await expect(fold).not.toContainText('unread');
});

test('keeps the quiet hours and the choice of counted messages', async ({ as }) => {
  const page = await as('expert', { at: '/userMessage?mail=1' });
  const here = (topic: string) =>
    page.getByRole('switch', {
      name: message('mail.cell', { topic: message(`mail.topic.${topic}`), where: message('mail.here') }),
    });
  await expect(here('production')).toBeChecked();
  await here('production').press('Space');
  await expect(page.getByText(message('mail.saved'), { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: message('quiet.on') }).press('Space');
  await page.getByRole('button', { name: desk('weekday.5') }).click();
  await page.getByRole('button', { name: message('quiet.save') }).click();
  await expect(page.getByText(message('quiet.saved'))).toBeVisible();
  await page.reload();
  await expect(here('production')).not.toBeChecked();
  await expect(here('talk')).toBeChecked();
  await expect(page.getByRole('switch', { name: message('quiet.on') })).toBeChecked();
  await expect(page.getByRole('button', { name: desk('weekday.5') })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await expect(page.getByRole('button', { name: desk('weekday.0') })).toHaveAttribute('aria-pressed', 'true');
});
