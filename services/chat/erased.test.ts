/** Erasing a patient removes the text of the case's conversations from rows, search and files. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { conversationsOfCase } from '#events/chat/conversation.ts';
import { summariseCases } from '../erasing/patient-cases.ts';
import {
  doctorConversation,
  readHistory,
  sendAndAwaitReadModels,
  sendMessage,
} from '../realtime/testing/chat-client.ts';
import {
  createCaseInProduction,
  createSubmittedCase,
  openRealtimeWorld,
  type RealtimeWorld,
  viewerById,
} from '../realtime/testing/realtime-world.ts';

const secret = '王小明的侧貌照片';
const edited = 'Wangxiaoming profile';

let world: RealtimeWorld;
let rows: string;
beforeEach(async () => {
  rows = mkdtempSync(join(tmpdir(), 'archline-erased-'));
  world = await openRealtimeWorld({ rows });
});
afterEach(async () => {
  await world.close();
  rmSync(rows, { recursive: true });
});

const onDisk = (text: string) =>
  readdirSync(rows, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .some(entry => readFileSync(join(entry.parentPath, entry.name)).includes(text));

it('erasing a patient leaves the conversation’s message numbers without text, and refuses new messages', async () => {
  const caseId = await createSubmittedCase(world);
  const conversation = `case.${caseId}`;
  const { models, keyring, chat } = world.deps;
  const [doctor, service] = [await world.enter('doctor'), await world.enter('service')];
  const first = await sendAndAwaitReadModels(world, doctor, conversation, secret);
  await sendAndAwaitReadModels(world, service, conversation, { text: 'seen', replyTo: first.id });
  const third = await sendAndAwaitReadModels(world, doctor, conversation, 'x');
  await chat.talk.edit(viewerById('doctor'), conversation, third.id, { text: edited });
  await sendAndAwaitReadModels(world, doctor, doctorConversation, '别的对话');
  await world.followed();
  const ctx = { viewer: viewerById('service'), hidden: false, person: models.personRef, logId: models.logId };
  const found = (keyword: string) => models.searchSaid(ctx, { keyword, size: 50 }).items.length;
  expect([found('侧貌'), found('cemao'), found('profile'), onDisk(secret)]).toEqual([1, 1, 1, true]);

  await keyring.eraseSubject(caseId);
  await models.refold(caseId);

  expect([found('侧貌'), found('cemao'), found('profile'), found('别的对话')]).toEqual([0, 0, 0, 1]);
  const left = readHistory(world, 'service', conversation);
  expect(left.map(m => [m.seq, m.by.id, m.text, m.replyTo?.text])).toEqual([
    [1, 'doctor', '', undefined],
    [2, 'service', '', ''],
    [3, 'doctor', '', undefined],
  ]);
  const talk = models.talk(ctx, conversation);
  expect(talk?.item).toMatchObject({ count: 3, patientName: '', last: { text: '' } });
  expect([onDisk(secret), onDisk(edited), onDisk('wangxiaoming')]).toEqual([false, false, false]);
  expect(await sendMessage(doctor, conversation, 'more')).toMatchObject({ ok: false, code: 103012 });
  await models.rebuild();
  expect([readHistory(world, 'service', conversation), onDisk(secret)]).toEqual([left, false]);
});

it('erasing a patient also removes messages sent a moment before, in every conversation of the case', async () => {
  const caseId = await createCaseInProduction(world);
  const ids = conversationsOfCase(caseId);
  const { models, keyring, chat } = world.deps;
  const say = (id = '') =>
    chat.talk.send(viewerById('service'), id, { client: crypto.randomUUID(), text: secret });
  await Promise.all(ids.map(say));
  await world.followed();
  expect(ids.flatMap(id => readHistory(world, 'service', id).map(m => m.text))).toEqual([
    secret,
    secret,
    secret,
  ]);
  await Promise.all(Array.from({ length: 17 }, (_, i) => say(ids[i % ids.length])));
  await keyring.eraseSubject(caseId);
  await models.refold(caseId);
  await world.followed();
  const texts = ids.flatMap(id => readHistory(world, 'service', id).map(m => m.text));
  expect(texts).toEqual(Array(20).fill(''));
  expect(onDisk(secret)).toBe(false);
  expect((await summariseCases(world.deps.store, caseId))[0]).toMatchObject({ caseId, messages: 20 });
});
