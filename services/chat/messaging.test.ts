import { afterEach, beforeEach, expect, it } from 'vitest';
import { createUploadRecords } from '../files/upload-record.ts';
import { doctorConversation } from '../realtime/testing/chat-client.ts';
import { openRealtimeWorld, type RealtimeWorld, viewerById } from '../realtime/testing/realtime-world.ts';

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

/** Creates a finished upload of this person, of kind chat. */
async function uploaded(by: string, more: { kind?: 'chat' | 'stl'; finished?: null } = {}): Promise<string> {
  const id = crypto.randomUUID();
  const finished = { at: '2026-11-20T08:00:00.000Z', sha256: 'x', mime: 'image/png' };
  const rest = { orgId: 'main', caseId: null, slot: null, name: '侧貌.png', size: 7, startedAt: finished.at };
  await createUploadRecords(world.deps.vault).put({
    id,
    by,
    kind: 'chat',
    finished,
    due: false,
    kept: false,
    ...rest,
    ...more,
  });
  return id;
}
const send = (by: string, message: object) =>
  world.caught(
    world.deps.chat.talk.send(viewerById(by), doctorConversation, {
      client: crypto.randomUUID(),
      ...message,
    }),
  );

it('a file is sent once, by its uploader; a repeated message is the same message', async () => {
  const file = await uploaded('doctor');
  const message = { client: crypto.randomUUID(), files: [file] };
  const first = await send('doctor', message);
  expect(await send('doctor', message)).toEqual({ ...first, repeated: true });
  const unknown = { data: { issues: [{ path: 'files.0', issue: 'file-unknown' }] } };
  await expect(send('doctor', { files: [file] })).rejects.toMatchObject(unknown);
  await expect(send('service', { files: [file] })).rejects.toMatchObject(unknown);
  for (const wrong of [
    await uploaded('service'),
    await uploaded('doctor', { kind: 'stl' }),
    await uploaded('doctor', { finished: null }),
  ])
    await expect(send('doctor', { files: [wrong] })).rejects.toMatchObject(unknown);
  expect((await createUploadRecords(world.deps.vault).get(file))?.record.kept).toBe(true);
  expect(world.deps.models.conversationRowOf(doctorConversation)?.count).toBe(1);
});

it('a file whose message was stored just before a crash is kept when the message is sent again', async () => {
  const file = await uploaded('doctor');
  const message = { client: crypto.randomUUID(), files: [file] };
  await send('doctor', message);
  const records = createUploadRecords(world.deps.vault);
  const stored = (await records.get(file))?.record ?? expect.unreachable();
  await records.put({ ...stored, kept: false });
  await send('doctor', message);
  expect((await records.get(file))?.record.kept).toBe(true);
});

it('a message that was taken back takes its files with it', async () => {
  const file = await uploaded('doctor');
  const { id } = await send('doctor', { files: [file] });
  expect(world.deps.models.chatFileOf(file)).toEqual({ conversation: doctorConversation, caseId: null });
  await world.deps.chat.talk.remove(viewerById('doctor'), doctorConversation, id);
  await world.followed();
  expect(world.deps.models.chatFileOf(file)).toBeUndefined();
});
