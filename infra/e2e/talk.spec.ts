/**
 * A conversation of three users: a doctor asks from a case, the desk answers, a supervisor watches; also over
 * a network that breaks.
 */
import type { Page } from '@playwright/test';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { openProxy } from './cuttable-proxy.ts';
import { expect, test } from './fixtures.ts';

const chat = createTranslator('en', 'chat');
const desk = createTranslator('en', 'desk');

const field = (page: Page) =>
  page.getByRole('textbox', { name: /^(Write to|Write about|Ask the service desk)/ });
const log = (page: Page) => page.getByRole('list', { name: chat('messages') });
const said = (page: Page, text: string) => log(page).getByRole('listitem').filter({ hasText: text });
const sofia = 'Sofia Rossi';

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
}

test('doctor, service and supervisor: asked, claimed, seen, read, interrupted, and nothing lost or duplicated', async ({
  as,
  serverUrl,
}) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 24);
  const conversation = `case.${caseId}`;
  const proxy = await openProxy(serverUrl);
  try {
    const doctor = await as('doctor', { at: null });
    // The doctor's own connection, which the test cuts.
    await doctor.goto(`${proxy.url}/caseDetail?id=${caseId}`);
    await expect(doctor.locator('[data-state="live"]')).toBeVisible();
    await doctor.keyboard.press('c');
    await expect(field(doctor)).toBeFocused();
    await say(doctor, 'Before which stage is the attachment on 13?');
    // Before anybody else has a window open, which receives the message and reads it.
    await expect(said(doctor, 'attachment on 13')).toContainText(chat('mark.sent'));

    const service = await as('service', { at: '/chat?tab=free' });
    const supervisor = await as('supervisor', { at: `/chat?c=${conversation}&tab=all` });
    const row = service.getByRole('link', { name: new RegExp(caseId) });
    await expect(row).toContainText('attachment on 13');
    await say(doctor, 'And how long is it worn?');
    await expect(row).toContainText('how long is it worn');
    await row.click();
    await service.getByRole('button', { name: chat('desk.claim') }).click();
    await expect(doctor.getByText(chat('holder', { name: sofia }), { exact: false })).toBeVisible();
    await expect(said(doctor, 'attachment on 13')).toContainText(chat('mark.read'));
    await field(service).pressSequentially('One moment');
    for (const other of [doctor, supervisor])
      await expect(other.getByText(chat('typing.one', { name: sofia }))).toBeVisible();
    await field(doctor).pressSequentially('And');
    await expect(service.getByText(/is writing/)).toBeVisible();
    await field(service).press('Enter');
    await expect(said(doctor, 'One moment')).toBeVisible();
    await expect(said(service, 'One moment')).toContainText(chat('mark.read'));

    proxy.cut();
    await expect(doctor.getByText(chat('offline'))).toBeVisible();
    const missed = ['first missed', 'second missed', 'third missed'];
    for (const text of missed) await say(service, text);
    const unsent = ['written without a network', 'and one more'];
    for (const text of unsent) await say(doctor, text);
    await expect(said(service, unsent[0] ?? '')).toHaveCount(0);
    proxy.mend();
    const all = [...missed, ...unsent];
    for (const page of [doctor, service, supervisor])
      for (const text of all) await expect(said(page, text)).toHaveCount(1);

    // All three users and the log have the same messages in the same order.
    const client = await signIn(serverUrl, 'doctor');
    const { data } = await client.get<{ items: { text: string; seq: number }[] }>(
      `/api/chats/${conversation}/messages`,
    );
    const texts = data.items.map(item => item.text).filter(text => all.includes(text));
    expect(texts).toEqual(all);
    expect(data.items.map(item => item.seq)).toEqual(
      data.items.map((_item, i) => i + (data.items[0]?.seq ?? 1)),
    );
    const seqs = data.items.filter(item => all.includes(item.text)).map(item => String(item.seq));
    for (const page of [doctor, service, supervisor]) {
      const shown = await log(page)
        .locator('[data-seq]')
        .evaluateAll(items => items.map(item => item.getAttribute('data-seq')));
      expect(shown.filter(seq => seq !== null && seqs.includes(seq))).toEqual(seqs);
    }
  } finally {
    proxy.close();
  }
});

test('outside its hours the desk announces when it will answer', async ({ as }) => {
  // Saturday evening at the desk, of this week or the next.
  const day = 86_400_000;
  const tomorrow = new Date(Date.now() + day);
  const saturday = tomorrow.getTime() + ((6 - tomorrow.getUTCDay() + 7) % 7) * day;
  const evening = Date.parse(`${new Date(saturday).toISOString().slice(0, 10)}T20:00:00+08:00`);
  const doctor = await as('doctor', { now: evening, at: '/chat?c=service.p-doctor' });
  const [before] = desk('closed', { when: '|' }).split('|');
  await expect(doctor.getByText(new RegExp(`${before}.*by \\d+:\\d\\d`)).first()).toBeVisible();
});

test('a slash opens the canned answers, and one key inserts one in the doctor’s language', async ({
  as,
  serverUrl,
}) => {
  const doctor = await signIn(serverUrl, 'doctor');
  const asked = { client: crypto.randomUUID(), text: '请问最新的方案什么时候可以看到？', mentions: [] };
  const { code } = await doctor.post('/api/chats/service.p-doctor/messages', asked);
  expect(code).toBe(0);
  const service = await as('service', { at: '/chat?c=service.p-doctor' });
  await field(service).pressSequentially('/');
  const list = service.getByRole('listbox', { name: chat('canned') });
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await field(service).press('Enter');
  await expect(list).toBeHidden();
  await expect(field(service)).toHaveValue(/李文清.*[。？]/s);
  await field(service).fill('1/2');
  await expect(list).toBeHidden();
});
