/** Translation of a message over HTTP: access, and failing drivers. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt } from '#events/testing/past.ts';
import type { Translation, Translator } from '../translate/port.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

/** Creates a driver that writes sentences, fails on request, and counts how often it is closed. */
function createWriter() {
  const writer = { fails: false, closed: 0 };
  const translate: Translator = {
    translate: async (text, to) => {
      if (writer.fails) throw new Error(`${text} was refused`);
      return { original: text, glosses: [], text: `${to}: ${text}` };
    },
    close: async () => {
      writer.closed += 1;
    },
  };
  return { writer, translate };
}

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const text = '13 号牙的附件在第 12 步之前粘吗？<b>0.2 mm</b>';

async function said(of = bench, words = text): Promise<{ id: string; path: string }> {
  const id = `case.${await createCaseWithPast(of, pastAt[Status.PrepareProduction])}`;
  const body = { client: crypto.randomUUID(), text: words };
  const { data } = await of.post<{ id: string }>(`/api/chats/${id}/messages`, { as: 'doctor', body });
  return { id: data.id, path: `/api/chats/${id}/messages/${data.id}` };
}
const asked = (as: TestPersonName, path: string, query = '?to=en', of = bench) =>
  of.get<Translation & { issues: { path: string; issue: string }[] }>(`${path}/translation${query}`, { as });

test('a message’s terms, teeth, steps and quantities are translated to the requested language', async () => {
  const { path } = await said();
  const { status, data } = await asked('technician', path);
  expect([status, data.original, data.text]).toEqual([200, text, null]);
  expect(data.glosses.map(({ said, meant }) => [said, meant])).toEqual([
    ['13 号牙', '13 (upper right canine)'],
    ['附件', 'attachment'],
    ['第 12 步', 'step 12'],
    ['0.2 mm', '0.2\u00a0mm'],
  ]);
  const chinese = await asked('doctor', (await said(bench, 'anchorage on 16')).path, '?to=zh-CN');
  expect(chinese.data.glosses.map(one => one.meant)).toEqual(['支抗', '16 (右上第一磨牙)']);
});

test('a message without known terms has no glosses', async () => {
  expect((await asked('doctor', (await said(bench, '好的，谢谢。')).path)).data.glosses).toEqual([]);
});

test.each(['doctor2', 'technician2', 'analyst', 'other'] as const)(
  '%s, who is not in the conversation, gets the answer for a missing one',
  async as => {
    const { path } = await said();
    const there = await asked(as, path);
    const nowhere = await asked(as, '/api/chats/case.ZZZZZZ/messages/none');
    expect([there.status, there.text]).toEqual([404, nowhere.text]);
  },
);

test('a missing message and one of another conversation have no translation', async () => {
  const [{ path }, other] = [await said(), await said()];
  const elsewhere = path.replace(/[^/]+$/, other.id);
  for (const none of [elsewhere, path.replace(/[^/]+$/, 'none')])
    expect((await asked('doctor', none)).status).toBe(404);
});

test('a deleted message has no translation', async () => {
  const { path } = await said();
  await bench.del(path, { as: 'doctor' });
  const { status, code, text: answer } = await asked('technician', path);
  expect([status, code]).toEqual([409, 103012]);
  expect(answer).not.toContain('附件');
});

test.each([
  ['', 'to', 'required'],
  ['?to=', 'to', 'not-a-choice'],
  ['?to=fr', 'to', 'not-a-choice'],
  ['?to=zh', 'to', 'not-a-choice'],
  ['?to=en&from=zh-CN', 'from', 'unknown-field'],
])('%j is refused: %s is %s', async (query, field, issue) => {
  const { status, code, data } = await asked('doctor', (await said()).path, query);
  expect([status, code]).toEqual([400, 104000]);
  expect(data.issues.map(i => [i.path, i.issue])).toEqual([[field, issue]]);
});

test('a translation needs a session', async () => {
  expect((await bench.get(`${(await said()).path}/translation?to=en`)).status).toBe(401);
});

test('a driver’s text is shown next to the original; its failure is logged without the text; it closes with the server', async () => {
  const { writer, translate } = createWriter();
  const own = await openTestServer({ translate });
  const { path } = await said(own);
  expect((await asked('doctor', path, '?to=en', own)).data).toEqual({
    original: text,
    glosses: [],
    text: `en: ${text}`,
  });
  writer.fails = true;
  const down = await asked('doctor', path, '?to=en', own);
  expect([down.status, down.code, down.headers.get('Retry-After')]).toEqual([503, 104060, '5']);
  const lines = own.lines.filter(line => line.includes('translating a message failed'));
  expect(lines).toHaveLength(1);
  expect(own.lines.join()).not.toContain('附件');
  await own.close();
  expect(writer.closed).toBe(1);
});
