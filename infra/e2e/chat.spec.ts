/** Chat: a doctor asks from a case and is answered while still there. Everything can be done by keyboard. */
import type { Page } from '@playwright/test';
import { findDemoCaseAt } from '../pictures/open-screen.ts';
import { type Client, signIn } from '../testing/client.ts';
import { createTranslator } from '../testing/translations.ts';
import { findAxeViolations } from './axe.ts';
import { expect, openLivePage, test } from './fixtures.ts';
import { measureSettledTop } from './layout.ts';

const chat = createTranslator('en', 'chat');
const shell = createTranslator('en', 'shell');
const own = 'service.p-doctor';

const field = (page: Page) =>
  page.getByRole('textbox', { name: /^(Write to|Write about|Ask the service desk)/ });
const log = (page: Page) => page.getByRole('list', { name: chat('messages') });
const said = (page: Page, text: string | RegExp) => log(page).getByRole('listitem').filter({ hasText: text });
const send = (page: Page) => page.getByRole('button', { name: chat('send'), exact: true });

/** Sends a message by keyboard. */
async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
}

/**
 * Sends a message over HTTP and retries while the rate limit refuses it: a user may send 30 at once, and
 * other tests use the same users. @returns the message's id
 */
async function post(client: Client, conversation: string, text: string, replyTo: string | null = null) {
  const message = { client: crypto.randomUUID(), text, replyTo };
  let id = '';
  await expect
    .poll(async () => {
      const { http, data } = await client.post<{ id?: string }>(
        `/api/chats/${conversation}/messages`,
        message,
      );
      id = data?.id ?? '';
      return http;
    })
    .toBe(200);
  return id;
}

// talk.spec.ts watches the doctor's side: question, claim, typing, answer and read marks.
test('claims and closes a question from a case by keyboard, and undoes it', async ({ as, serverUrl }) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 16);
  const service = await as('service', { at: '/chat?tab=free' });
  await post(await signIn(serverUrl, 'doctor'), `case.${caseId}`, 'Is 13 attached before stage 6?');

  const row = service.getByRole('link', { name: new RegExp(caseId) });
  await expect(row).toContainText('before stage 6');
  await row.click();
  await expect(said(service, 'before stage 6')).toBeVisible();
  await service.getByRole('button', { name: chat('desk.claim') }).press('Enter');
  // The pressed button has disappeared; the focus moves to the one next to it.
  await expect(service.getByRole('button', { name: chat('desk.handOver') })).toBeFocused();
  const pane = service.getByRole('region', { name: new RegExp(caseId) });
  await pane.getByRole('button', { name: chat('desk.close'), exact: true }).press('Enter');
  await expect(pane.getByRole('button', { name: chat('desk.claim') })).toBeFocused();
  await service.getByRole('button', { name: chat('desk.undo') }).click();
  await expect(service.getByRole('button', { name: chat('desk.handOver') })).toBeVisible();
});

/** Holds animation frames back, as a busy machine does, until the returned function is called. */
async function drawsLater(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const waiting: FrameRequestCallback[] = [];
    const onFrame = window.requestAnimationFrame;
    window.requestAnimationFrame = draw => waiting.push(draw);
    Object.assign(window, {
      drawNow: () => {
        window.requestAnimationFrame = onFrame;
        for (const draw of waiting.splice(0)) draw(performance.now());
      },
    });
  });
  return () => page.evaluate('drawNow()');
}

test('pins a tooth, attaches a file, mentions a person and edits the last message', async ({
  as,
  serverUrl,
}) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 25);
  const at = `/chat?c=case.${caseId}`;
  const [doctor, assistant] = [await as('doctor', { at }), await as('assistant', { at })];

  await doctor.getByRole('button', { name: chat('pin.open') }).click();
  const pin = doctor.getByRole('dialog', { name: chat('pin.title') });
  await pin.getByRole('textbox', { name: chat('pin.stage') }).fill('4');
  await pin.getByRole('combobox', { name: chat('pin.tooth') }).selectOption('13');
  await pin.getByRole('button', { name: chat('pin.do') }).click();
  await send(doctor).click();
  const place = assistant.getByRole('link', { name: /aligner 4, tooth 13/ }).last();
  await expect(place).toHaveAttribute('href', new RegExp(`id=${caseId}&version=\\d+&stage=4&tooth=13$`));

  await assistant.locator('input[type="file"]').setInputFiles({
    name: 'bite.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4 bite'),
  });
  await field(assistant).press('Enter');
  await expect(doctor.getByRole('link', { name: /bite\.pdf/ })).toHaveAttribute('href', /^\/api\/files\//);

  await field(doctor).pressSequentially('@周');
  await expect(doctor.getByRole('listbox', { name: chat('mention') })).toBeVisible();
  const drawNow = await drawsLater(doctor);
  await field(doctor).press('Enter');
  await expect(field(doctor)).toHaveValue('@周敏 ');
  await field(doctor).pressSequentially('please');
  await drawNow();
  await field(doctor).pressSequentially(' look');
  await field(doctor).press('Enter');
  await expect(said(assistant, '@周敏 please look')).toBeVisible();

  await field(doctor).press('ArrowUp');
  await expect(field(doctor)).toHaveValue('@周敏 please look');
  await field(doctor).fill('@周敏 please look today');
  await field(doctor).press('Enter');
  await expect(said(assistant, 'please look today')).toContainText(chat('edited'));

  // Arrow keys move between messages, Tab reaches the actions of a message.
  await said(assistant, 'please look today').focus();
  await assistant.keyboard.press('ArrowUp');
  await expect(said(assistant, 'bite.pdf')).toBeFocused();
  await assistant.keyboard.press('ArrowDown');
  await assistant.getByRole('button', { name: chat('act.reply') }).press('Enter');
  await expect(field(assistant)).toBeFocused();
  await say(assistant, 'I will');
  await expect(said(doctor, 'I will').getByRole('button', { name: /^Go to the message/ })).toBeVisible();
});

test('shows the terms of a message under its unchanged text, and hides them again', async ({
  as,
  serverUrl,
}) => {
  const caseId = await findDemoCaseAt(serverUrl, 'doctor', 16);
  const service = await signIn(serverUrl, 'service');
  for (const text of ['13 号牙的附件在第 12 步之前粘，支抗 0.2毫米。', '好的，谢谢。'])
    await service.post(`/api/chats/case.${caseId}/messages`, { client: crypto.randomUUID(), text });
  const page = await as('doctor', { at: `/caseDetail?id=${caseId}` });
  await page.keyboard.press('c');
  const [asked, thanked] = [said(page, '支抗'), said(page, '谢谢')];
  const entry = page.getByRole('button', { name: chat('act.terms') });
  const glosses = page.getByRole('group', { name: chat('act.terms') });

  await asked.hover();
  await entry.click();
  await expect(entry).toHaveAttribute('aria-expanded', 'true');
  const found = asked.getByRole('group', { name: chat('act.terms') });
  await expect(found.getByRole('term')).toHaveText(['13 号牙', '附件', '第 12 步', '支抗', '0.2毫米']);
  await expect(found.getByRole('definition')).toHaveText([
    '13 (upper right canine)',
    'attachment',
    'step 12',
    'anchorage',
    '0.2\u00a0mm',
  ]);
  await expect(asked).toContainText('13 号牙的附件在第 12 步之前粘');
  await expect(asked).not.toContainText(chat('terms.machine'));
  expect(await findAxeViolations(page, { bestPractice: true })).toEqual([]);
  // After the pointer moves to the next message, Escape still closes the glosses and leaves the panel open.
  await thanked.hover();
  await page.keyboard.press('Escape');
  await expect(glosses).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: chat('dock.title') })).toBeVisible();

  // The actions belong to the message under the pointer, which also counts as focus, so the pointer moves
  // away.
  await page.mouse.move(0, 0);
  await thanked.focus();
  await entry.press('Enter');
  await expect(glosses).toHaveText(chat('terms.none'));
  await entry.press('Enter');
  await expect(glosses).toHaveCount(0);
  await entry.press('Enter');
  await expect(glosses).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(glosses).toHaveCount(0);
  await expect(entry).toBeFocused();

  // A machine translation is labelled, and its error is shown.
  let answer = { status: 503, json: { code: 104060, message: 'Not now', data: null } as object };
  await page.route('**/translation?to=en', route => route.fulfill(answer));
  await say(page, '明天见');
  // Trap: a message that is still being sent takes no focus, and focusing it fails silently.
  await expect(log(page).locator('[data-seq]').filter({ hasText: '明天见' })).toBeVisible();
  await said(page, '明天见').focus();
  await entry.press('Enter');
  await expect(glosses).toHaveText('Not now');
  await entry.press('Enter');
  const data = { original: '明天见', glosses: [], text: 'See you tomorrow' };
  answer = { status: 200, json: { code: 0, message: '', data } };
  await entry.press('Enter');
  await expect(glosses).toHaveText(`${chat('terms.machine')}See you tomorrow`);
  await expect(said(page, '明天见')).toContainText('明天见');
});

test('explains why a message cannot be sent, and keeps the draft over a reload', async ({ as }) => {
  const page = await as('doctor2', { at: '/chat?c=service.p-doctor2' });
  await expect(send(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(send(page)).toHaveAccessibleDescription(chat('cannot.blank'));
  await field(page).fill('x'.repeat(5001));
  await expect(send(page)).toHaveAccessibleDescription(chat('cannot.too-long', { most: 5000 }));
  await field(page).fill('');
  // The file is created in the page: transferring it from the test would take a minute.
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(30 * 1024 * 1024 + 1)], 'scan.zip'));
    return transfer;
  });
  await page
    .getByRole('region', { name: chat('with', { name: chat('service') }) })
    .dispatchEvent('drop', { dataTransfer: dropped });
  await expect(page.getByRole('alert').filter({ hasText: /30.*MB/ })).toBeVisible();
  await expect(send(page)).toHaveAccessibleDescription(chat('cannot.file'));
  await page.getByRole('button', { name: chat('file.off', { name: 'scan.zip' }) }).click();
  await field(page).fill('half a thought');
  await page.reload();
  await expect(field(page)).toHaveValue('half a thought');
});

test('puts the question of a link into the field to technical service', async ({ as }) => {
  const page = await as('doctor2', { at: '/chat?text=Which%20scanner%3F' });
  await expect(page.getByRole('region', { name: chat('with', { name: chat('service') }) })).toBeVisible();
  await expect(field(page)).toHaveValue('Which scanner?');
});

test('loads earlier messages without moving the read position, and a search leads to a message', async ({
  as,
  serverUrl,
}) => {
  for (const user of ['doctor', 'assistant', 'service']) {
    const client = await signIn(serverUrl, user);
    for (let n = 1; n <= 28; n += 1) await post(client, own, `${user} says ${n}`);
  }
  const page = await as('assistant', { at: `/chat?c=${own}` });
  // The conversation opens at the first unread message; a button leads to the newest.
  await expect(page.getByText(chat('unread_other', { count: 28 }), { exact: true }).last()).toBeInViewport();
  const more = page.getByRole('button', { name: /new messages?$/ });
  await more.click();
  await expect(said(page, 'service says 28')).toBeInViewport();
  const first = log(page).locator('[data-seq]').first();
  const seq = await first.getAttribute('data-seq');
  const was = log(page).locator(`[data-seq="${seq}"]`);
  await was.scrollIntoViewIfNeeded();
  await expect(log(page).locator('[data-seq="1"]')).toBeAttached();
  await expect(was).toBeInViewport();
  const before = await measureSettledTop(was);
  expect(before).toBeGreaterThan(0);

  // A new message moves nothing; a button announces it.
  const doctor = await signIn(serverUrl, 'doctor');
  await doctor.post(`/api/chats/${own}/messages`, { client: crypto.randomUUID(), text: 'and one more' });
  await expect(more).toBeVisible();
  expect(await measureSettledTop(was)).toBe(before);
  await more.click();
  await expect(said(page, 'and one more')).toBeInViewport();

  await page.getByRole('searchbox', { name: chat('search') }).fill('doctor says 3');
  await page.getByRole('link', { name: /doctor says 3$/ }).click();
  const found = log(page)
    .getByRole('listitem')
    .filter({ has: page.getByText('doctor says 3', { exact: true }) });
  await expect(found).toBeFocused();
});

test('a quote leads to its message far above, and a button back to the newest', async ({ as, serverUrl }) => {
  const desk = 'service.p-doctor2';
  const service = await signIn(serverUrl, 'service');
  const doctor = await signIn(serverUrl, 'doctor2');
  const asked = await post(service, desk, 'which wire do you use?');
  for (const client of [service, doctor])
    for (let n = 1; n <= 28; n += 1) await post(client, desk, `then ${n}`);
  await post(service, desk, 'about that wire', asked);

  const page = await as('doctor2', { at: '/chat?c=service.p-doctor2' });
  const newest = page.getByRole('button', { name: /new messages?$/ });
  const reply = said(page, 'about that wire');
  // The quote repeats the words, so the question is the row without a quote.
  const first = said(page, 'which wire do you use?').filter({ hasNotText: 'about that wire' });
  await expect(async () => {
    if (await newest.isVisible()) await newest.click();
    await expect(reply).toBeInViewport({ timeout: 2000 });
  }).toPass();
  await expect(log(page).locator('[data-seq]')).toHaveCount(50);
  await reply.getByRole('button', { name: /^Go to the message/ }).press('Enter');
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  await page.getByRole('button', { name: chat('toNewest') }).click();
  await expect(reply).toBeInViewport();
});

test('the chat is a panel on every page, and its own page on a phone', async ({ as }) => {
  const page = await as('doctor');
  const open = page.getByRole('button', { name: new RegExp(`^${shell('dock.none')}`) });
  await open.click();
  const dock = page.getByRole('complementary', { name: chat('dock.title') });
  await dock.getByRole('link', { name: new RegExp(`^${chat('service')}`) }).click();
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dock).toBeHidden();
  await expect(open).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await openLivePage(page, '/chat');
  await page.getByRole('link', { name: new RegExp(`^${chat('service')}`) }).click();
  await expect(field(page)).toBeVisible();
  await page.getByRole('link', { name: chat('toList') }).click();
  await expect(page.getByRole('heading', { name: chat('title'), exact: true })).toBeVisible();
});
