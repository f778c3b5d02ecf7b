/**
 * The program over a real S3 server: files, uploads and the vault in a bucket. The server is slow, fails and
 * is down for a while.
 */

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { openBucket } from '#services/s3/bucket.ts';
import { demoCases } from '#services/seed/cases.ts';
import { draftCase, takeAction, uploadFile } from '../actors/http.ts';
import { type RunningS3, s3SettingsOf, startS3 } from '../servers/s3.ts';
import { type Client, signIn } from '../testing/client.ts';
import { type FailingProxy, openFailingProxy } from '../testing/failing-proxy.ts';
import { binaryStl, createWavyTube } from '../testing/generate/stl.ts';
import { type ServerProcess, startServer } from '../testing/server.ts';
import { seedDemoUsers } from '../testing/small-demo.ts';
import { readCase, waitForStatus } from './polling.ts';

/** Demo cases with pictures and models. Cases with plans are left out because plans take long to draw. */
const played = demoCases.filter(({ owner, path }) => owner === 'doctor' && path === Status.ToAccept);
let s3: RunningS3;
let way: FailingProxy;
let server: ServerProcess;
let doctor: Client;

beforeAll(async () => {
  s3 = await startS3();
  way = await openFailingProxy(s3.endpoint, 0, 20_261_122);
  const env = s3SettingsOf({ ...s3, endpoint: way.url });
  const dataDir = mkdtempSync(join(tmpdir(), 'archline-s3-walk-'));
  await seedDemoUsers({ ...env, DATA_DIR: dataDir }, played);
  server = await startServer({ pages: false, dataDir, env });
  doctor = await signIn(server.url, 'doctor');
});
afterAll(async () => {
  await server?.stop();
  await way?.close();
  await s3?.stop();
});

const download = async (id: string) => {
  const answer = await fetch(`${server.url}/api/files/${id}`, { headers: { Authorization: doctor.token } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
};

async function keysOf(prefix: string): Promise<string[]> {
  const keys: string[] = [];
  const bucket = openBucket(s3);
  for await (const { key } of bucket.list(prefix)) keys.push(key);
  bucket.close();
  return keys;
}

const newCase = async () => (await doctor.post<{ caseId: string }>('/api/cases')).data.caseId;

describe('a server with its files and vault on S3', () => {
  test('has the demo’s case and the bytes of each of its files', async () => {
    const { data } = await doctor.get<{ items: CaseListItem[] }>('/api/cases?size=50');
    const names = played.map(({ patient }) => patient.name);
    const found = data.items.filter(({ patientName }) => names.includes(patientName));
    expect(found.map(({ patientName }) => patientName)).toEqual(names);
    const files = (await Promise.all(found.map(({ caseId }) => readCase(doctor, caseId)))).flatMap(
      v => v.files,
    );
    expect(files.map(({ slot }) => slot)).toEqual(expect.arrayContaining(['upper', 'lower', 'lateral']));
    for (const { id, slot, sha256 } of files) {
      const { status, bytes } = await download(id);
      const hash = createHash('sha256').update(bytes).digest('hex');
      expect([slot, status, hash]).toEqual([slot, 200, sha256]);
    }
  });

  test('signs in, accepts an order with models and returns them, without a copy in the data folder', async () => {
    const caseId = await draftCase(doctor);
    await takeAction(doctor, caseId, 'submitCase');
    await takeAction(await signIn(server.url, 'service'), caseId, 'acceptCase');
    // A separate process reads the models from local copies.
    await waitForStatus(doctor, caseId, 21);
    const model = binaryStl(createWavyTube(20_000));
    const id = await uploadFile(doctor, model, { caseId: await newCase(), kind: 'stl', slot: 'upper' });
    const { status, bytes } = await download(id);
    expect([status, bytes.equals(model)]).toEqual([200, true]);
    for (const name of ['files', 'vault.db']) expect(existsSync(join(server.dataDir, name))).toBe(false);
    expect((await keysOf('vault/')).length).toBeGreaterThan(20);
    expect(await keysOf('partial/')).toEqual([]);
  });

  test('loses no upload, download or sign-in while S3 is slow and fails one request in five', async () => {
    way.rate = 0.2;
    way.lateMs = 50;
    const caseId = await draftCase(doctor);
    const model = binaryStl(createWavyTube(200_000));
    const id = await uploadFile(doctor, model, { caseId, kind: 'stl', slot: 'upper' });
    expect((await readCase(doctor, caseId)).files).toContainEqual(
      expect.objectContaining({ id, slot: 'upper' }),
    );
    expect((await download(id)).bytes.equals(model)).toBe(true);
    for (const file of (await readCase(doctor, caseId)).files) {
      const { status, bytes } = await download(file.id);
      expect([file.slot, status, bytes.length]).toEqual([file.slot, 200, file.size]);
    }
    expect((await signIn(server.url, 'technician')).token).not.toBe('');
    way.rate = 0;
    way.lateMs = 0;
    const { refused, unsent, unanswered, half } = way.seen;
    expect(refused + unsent + unanswered + half).toBeGreaterThan(40);
    expect(Math.min(refused, unsent, unanswered, half)).toBeGreaterThan(0);
    expect(await keysOf('partial/')).toEqual([]);
  });

  test('refuses writes with a clear error and keeps reading while S3 is down, and recovers afterwards', async () => {
    const caseId = await newCase();
    const model = binaryStl();
    const id = await uploadFile(doctor, model, { caseId, kind: 'stl', slot: 'upper' });
    await s3.kill();
    const list = await doctor.get<{ items: unknown[] }>('/api/cases');
    expect([list.http, list.data.items.length > 0]).toEqual([200, true]);
    expect((await readCase(doctor, caseId)).header.caseId).toBe(caseId);
    const again = { 'Idempotency-Key': crypto.randomUUID() };
    const [made, upload, file] = await Promise.all([
      doctor.post('/api/cases', {}, again),
      doctor.upload(model, { caseId, kind: 'stl', slot: 'lower' }),
      download(id),
    ]);
    expect([made, upload].map(({ http, code }) => [http, code])).toEqual([
      [503, 104013],
      [503, 101009],
    ]);
    expect([made.message, file.status]).toEqual(['The server is busy, try again in a moment', 503]);
    await s3.restart();
    expect((await doctor.post('/api/cases', {}, again)).http).toBeLessThan(300);
    expect((await doctor.put(`/api/cases/${caseId}/patient`, { name: '张雨桐' })).code).toBe(0);
    await uploadFile(doctor, model, { caseId, kind: 'stl', slot: 'lower' });
    expect((await download(id)).bytes.equals(model)).toBe(true);
    expect(await keysOf('partial/')).toEqual([]);
  });
});
