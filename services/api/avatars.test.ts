/** The own picture: which files are accepted, and who may see it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { createPng, pngOfSize } from '../../infra/testing/generate/image.ts';
import { unattachedLifetimeMs } from '../files/sweep.ts';
import type { PersonItem } from './answers.ts';
import { uploadAs } from './testing/person-uploads.ts';
import {
  openTestServer,
  type TestPersonName,
  type TestServer,
  testPersonNames,
} from './testing/test-server.ts';

let bench: TestServer;
let dir: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-avatar-'));
  bench = await openTestServer({ dataDir: dir });
});
afterEach(async () => {
  await bench.close();
  rmSync(dir, { recursive: true, force: true });
});

const upload = (bytes: Buffer, as: TestPersonName = 'doctor', kind = 'avatar') =>
  uploadAs(bench, as, bytes, kind);
const show = (file: unknown, as: TestPersonName = 'doctor') =>
  bench.put<PersonItem & { issues?: object[] }>('/api/profile/avatar', { as, body: { file } });
const icon = async () => (await bench.get<PersonItem>('/api/sysUser', { as: 'doctor' })).data.userIcon;
const seenBy = async (id: string) => {
  const seen: TestPersonName[] = [];
  for (const as of testPersonNames)
    if ((await bench.send('GET', `/api/files/${id}`, { as })).status === 200) seen.push(as);
  return seen;
};

test('a picture is shown to colleagues and the serving organisation, and to nobody without a session', async () => {
  const { id } = await upload(createPng(64, 64));
  expect(await seenBy(id)).toEqual(['doctor']);
  expect(await show(id)).toMatchObject({ status: 200, data: { userIcon: `/api/files/${id}` } });
  expect(await icon()).toBe(`/api/files/${id}`);
  expect(await seenBy(id)).toEqual(testPersonNames.filter(name => name !== 'other'));
  expect((await bench.send('GET', `/api/files/${id}`)).status).toBe(401);
  const foreign = await bench.send('GET', `/api/files/${id}`, { as: 'other' });
  const missing = await bench.send('GET', `/api/files/${crypto.randomUUID()}`, { as: 'other' });
  expect(await foreign.text()).toBe(await missing.text());
});

test('a picture is served without its metadata', async () => {
  const text = 'Shot at the clinic, 31.2 N';
  const { id } = await upload(withText(createPng(64, 64), text));
  await show(id);
  const served = await bench.send('GET', `/api/files/${id}`, { as: 'technician' });
  expect(served.headers.get('content-type')).toBe('image/png');
  expect(Buffer.from(await served.arrayBuffer()).includes(text)).toBe(false);
});

test.each([
  ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n', 'latin1'), 415, 'not-image'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'not-image'],
  ['20,000 px wide', pngOfSize(20_000, 100), 422, 'picture-too-wide'],
  ['20,000 px high', pngOfSize(100, 20_000), 422, 'picture-too-wide'],
  ['broken', createPng(64, 64).subarray(0, 40), 422, 'image-broken'],
  ['empty', Buffer.alloc(0), 422, 'empty-file'],
  ['of 2 MiB and a byte', Buffer.alloc(limits.avatarBytes + 1), 413, 'file-too-large'],
])(
  'a picture that is %s is refused with a sentence at the field, and nothing is kept',
  async (_what, bytes, status, issue) => {
    const refused = await upload(bytes);
    expect(refused.status).toBe(status);
    expect(JSON.parse(refused.text).data.issues).toMatchObject([{ path: 'file', issue, message: /\w{3}/ }]);
    expect(await Array.fromAsync(bench.deps.vault.list('upload/'))).toEqual([]);
    expect(await icon()).toBe('');
  },
);

test('a picture of the allowed size is accepted', async () => {
  expect((await upload(pngOfSize(limits.avatarSide, limits.avatarSide))).status).toBe(204);
});

test('only an own finished upload of this kind is accepted', async () => {
  const foreign = await upload(createPng(64, 64), 'technician');
  const chat = await upload(createPng(64, 64), 'doctor', 'chat');
  const refusal = (issue: string) => ({ status: 400, data: { issues: [{ path: 'file', issue }] } });
  const [theirs, missing] = [await show(foreign.id), await show(crypto.randomUUID())];
  expect(theirs).toMatchObject(refusal('file-unknown'));
  expect(theirs.text).toBe(missing.text);
  expect(await show(chat.id)).toMatchObject(refusal('file-kind'));
  expect(await show(null)).toMatchObject({ status: 400 });
  expect(await icon()).toBe('');
});

test('a removed or replaced picture is gone for colleagues at once, and its file within a week', async () => {
  const [first, second] = [await upload(createPng(64, 64)), await upload(createPng(65, 65))];
  await show(first.id);
  await show(second.id);
  expect(await seenBy(first.id)).toEqual(['doctor']);
  bench.clock.advance(unattachedLifetimeMs + 60_000);
  bench.tokens.clear();
  await bench.files?.sweep();
  expect([await seenBy(first.id), (await seenBy(second.id)).length]).toEqual([
    [],
    testPersonNames.length - 1,
  ]);
  expect((await bench.del<PersonItem>('/api/profile/avatar', { as: 'doctor' })).data.userIcon).toBe('');
  expect(await seenBy(second.id)).toEqual(['doctor']);
  expect((await bench.del('/api/profile/avatar', { as: 'doctor' })).status).toBe(200);
});

test('the picture of a removed person is gone for colleagues at once, and its file within a week', async () => {
  const { id } = await upload(createPng(64, 64), 'technician');
  await show(id, 'technician');
  expect((await bench.del('/api/users/p-technician', { as: 'admin' })).status).toBe(200);
  expect(await seenBy(id)).toEqual([]);
  bench.clock.advance(unattachedLifetimeMs + 60_000);
  await bench.files?.sweep();
  expect(await Array.fromAsync(bench.deps.vault.list(`upload/${id}`))).toEqual([]);
});

/** Inserts a text chunk after a PNG's header. */
function withText(image: Buffer, text: string): Buffer {
  const content = Buffer.from(`Comment\0${text}`, 'latin1');
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length, 0);
  chunk.write('tEXt', 4, 'latin1');
  content.copy(chunk, 8);
  const head = 8 + 12 + 13;
  return Buffer.concat([image.subarray(0, head), chunk, image.subarray(head)]);
}
