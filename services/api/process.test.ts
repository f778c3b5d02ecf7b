/** Process control over HTTP: a record with a real picture, access to it, and refusals. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { pastAt } from '#events/testing/past.ts';
import { createPng } from '../../infra/testing/generate/image.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestPersonName } from './testing/test-server.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-process-'));
let bench: Awaited<ReturnType<typeof openTestServer>>;
let caseId: string;
beforeAll(async () => {
  bench = await openTestServer({ dataDir: dir });
  caseId = await createCase(bench);
  // Appends the decider's events, as perform does.
  const past = pastAt[Status.AwaitingNextBatch]
    .slice(1)
    .map(e => ({ ...e, id: crypto.randomUUID(), subject: caseId }));
  const { store, models } = bench.deps;
  await store.append(caseStreamOf(caseId), 0n, past);
  await models.reached(await store.head(), 120_000);
});
afterAll(async () => {
  await bench.close();
  rmSync(dir, { recursive: true, force: true });
});

const encoded = (text: string) => Buffer.from(text).toString('base64');

async function upload(kind: string, name: string, bytes: Uint8Array, as: TestPersonName = 'doctor') {
  const said = { caseId, kind, filename: name };
  const metadata = Object.entries(said).map(([key, value]) => `${key} ${encoded(value)}`);
  const tus = { 'Tus-Resumable': '1.0.0' };
  const made = await bench.send('POST', '/api/uploads', {
    as,
    headers: { ...tus, 'Upload-Length': String(bytes.length), 'Upload-Metadata': metadata.join() },
  });
  const location = made.headers.get('location') ?? expect.fail(await made.text());
  const token = await bench.tokenOf(as);
  const sent = await bench.app.request(location, {
    method: 'PATCH',
    headers: {
      ...tus,
      Authorization: token,
      'Upload-Offset': '0',
      'Content-Type': 'application/offset+octet-stream',
    },
    // Cast: bytes are a body.
    body: bytes as BodyInit,
  });
  expect(sent.status).toBe(204);
  return location.split('/').at(-1) ?? '';
}

const path = () => `/api/cases/${caseId}/processControl`;
const record = { date: '2026-11-19', stage: 4 };
type Listed = { items: { record: number; stage: number; files: { id: string }[]; remarks: string }[] };

test('a record keeps its picture for those who may see it, also after it was taken back', async () => {
  const id = await upload('photo', 'a.png', createPng(8, 8));
  const sent = await bench.post(path(), { as: 'doctor', body: { ...record, files: [id], remarks: '贴合' } });
  expect([sent.status, sent.message]).toEqual([200, expect.anything()]);
  const { data } = await bench.get<Listed>(path(), { as: 'expert' });
  expect(data.items).toMatchObject([{ record: 1, stage: 4, files: [{ id }], remarks: '贴合' }]);
  const file = async (as: TestPersonName) => (await bench.send('GET', `/api/files/${id}`, { as })).status;
  expect(await Promise.all((['doctor', 'assistant', 'expert'] as const).map(file))).toEqual([200, 200, 200]);
  expect([await file('vendor'), await file('doctor2')]).toEqual([403, 404]);
  expect((await bench.get(path(), { as: 'vendor' })).status).toBe(403);
  await bench.post(`/api/cases/${caseId}/actions/removeProcess`, { as: 'doctor', body: { record: 1 } });
  expect((await bench.get<Listed>(path(), { as: 'doctor' })).data.items).toEqual([]);
  // The history still shows the picture.
  expect(await file('doctor')).toBe(200);
});

test.each([
  ['a stage past the end', { stage: 25 }, 'stage'],
  ['a future day', { date: '2026-11-21' }, 'date'],
  ['a file that was not uploaded', { files: ['none'] }, 'files.0'],
  ['an empty record', {}, 'files'],
])('%s is refused by its field and leaves nothing', async (_name, more, field) => {
  const before = await bench.deps.store.head();
  const { status, data } = await bench.post<{ issues: { path: string }[] }>(path(), {
    as: 'doctor',
    body: { ...record, ...more },
  });
  expect([status, data.issues.map(issue => issue.path)]).toEqual([400, [field]]);
  expect(await bench.deps.store.head()).toBe(before);
});

test('an archive that is uploaded after submission is a separate file of the case', async () => {
  const id = await upload('other', 'b.zip', new Uint8Array([80, 75, 5, 6, ...Array(18).fill(0)]), 'service');
  const added = await bench.post(`/api/cases/${caseId}/actions/addOther`, {
    as: 'service',
    body: { files: [id] },
  });
  expect(added.status).toBe(200);
  const statusFor = async (as: TestPersonName) =>
    (await bench.send('GET', `/api/files/${id}`, { as })).status;
  expect([await statusFor('doctor'), await statusFor('vendor')]).toEqual([200, 403]);
});
