/** Uploads and files as the server mounts them: with a session check, and with the same refusals as other routes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { binaryStl, createWavyTube } from '../../infra/testing/generate/stl.ts';
import { createCase } from '../api/testing/case-steps.ts';
import {
  openTestServer,
  type TestPersonName,
  type TestServer,
  testCookieNames,
} from '../api/testing/test-server.ts';
import { diskFullRefusalOf } from '../eventstore/disk-full.ts';
import { encodePng } from '../seed/png.ts';

let bench: TestServer;
let dir: string;
/** True if the log's disk is full. */
let full: boolean;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'archline-parts-'));
  full = false;
  bench = await openTestServer({
    dataDir: dir,
    wrap: store => ({
      ...store,
      append: async (...args) => {
        if (full) throw diskFullRefusalOf(new Error('injected'));
        return store.append(...args);
      },
    }),
  });
});
afterEach(async () => {
  await bench.close();
  rmSync(dir, { recursive: true, force: true });
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
const picture = new Uint8Array(encodePng(2, 2, new Uint8Array(12)));
const tus = { 'Tus-Resumable': '1.0.0' };

async function begin(caseId: string, as?: TestPersonName): Promise<Response> {
  const metadata = { caseId, kind: 'photo', slot: 'face-frontal', filename: 'a.png' };
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${base64(value)}`);
  const headers = { ...tus, 'Upload-Length': String(picture.length), 'Upload-Metadata': pairs.join(',') };
  return bench.send('POST', '/api/uploads', { as, headers });
}

async function send(url: string, as: TestPersonName): Promise<Response> {
  const headers = {
    ...tus,
    Authorization: await bench.tokenOf(as),
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': '0',
  };
  return bench.app.request(url, { method: 'PATCH', headers, body: picture });
}

test('a photo attaches itself, and is served to viewers of the case, also by cookie', async () => {
  const caseId = await createCase(bench);
  const url = (await begin(caseId, 'doctor')).headers.get('Location') ?? '';
  const sent = await send(url, 'doctor');
  expect([sent.status, sent.headers.get('X-Position')]).toEqual([204, expect.stringMatching(/^\w{8}-\d+$/)]);
  const id = url.split('/').at(-1);
  const headers = { 'X-Position': sent.headers.get('X-Position') ?? '' };
  const { data } = await bench.get(`/api/cases/${caseId}/files`, { as: 'doctor', headers });
  expect(data).toMatchObject({ items: [{ id, slot: 'face-frontal', mime: 'image/png' }] });

  const cookie = { Cookie: `${testCookieNames.session}=${await bench.tokenOf('assistant')}` };
  const file = await bench.send('GET', `/api/files/${id}`, { headers: cookie });
  expect([file.status, file.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(picture);
  const [foreign, missing] = [
    await bench.get(`/api/files/${id}`, { as: 'other' }),
    await bench.get('/api/files/nothing', { as: 'other' }),
  ];
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
});

test('uploads and files need a session; tus OPTIONS need none', async () => {
  const caseId = await createCase(bench);
  expect((await begin(caseId)).status).toBe(401);
  expect((await bench.get('/api/files/x')).status).toBe(401);
  const headers = { Cookie: `${testCookieNames.session}=${await bench.tokenOf('doctor')}`, ...tus };
  expect((await bench.send('POST', '/api/uploads', { headers })).status).toBe(401);
  expect((await bench.send('OPTIONS', '/api/uploads')).status).toBe(204);
});

test('an unavailable store is refused with 101009, and the upload can be repeated', async () => {
  const caseId = await createCase(bench);
  const url = (await begin(caseId, 'doctor')).headers.get('Location') ?? '';
  rmSync(join(dir, 'files'), { recursive: true });
  writeFileSync(join(dir, 'files'), 'a file where the folder was');
  const refused = await send(url, 'doctor');
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '5']);
  expect(await refused.json()).toMatchObject({ code: 101009 });
  // The log line states the reason, and names no file.
  const told = bench.lines.find(line => line.includes('refused temporarily')) ?? '';
  expect(JSON.parse(told)).toMatchObject({
    refusal: 'fileStoreDown',
    why: expect.stringMatching(/^E[A-Z]+$/),
  });
  expect(told).not.toContain(dir);
  rmSync(join(dir, 'files'));
  const head = await bench.send('HEAD', url, { as: 'doctor', headers: tus });
  expect(head.headers.get('Upload-Offset')).toBe(String(picture.length));
  const { data } = await bench.get(`/api/cases/${caseId}/files`, { as: 'doctor' });
  expect(data).toMatchObject({ items: [{ slot: 'face-frontal' }] });
});

test('a moved photo is in its new slot, and named after it', async () => {
  const caseId = await createCase(bench);
  const url = (await begin(caseId, 'doctor')).headers.get('Location') ?? '';
  const id = url.split('/').at(-1);
  const sent = await send(url, 'doctor');
  const path = `/api/cases/${caseId}/files/${id}`;
  const body = { slot: 'face-smile' };
  expect(await bench.put(path, { as: 'doctor', body: { slot: 'upper' } })).toMatchObject({ status: 400 });
  expect(await bench.put(path, { as: 'technician', body })).toMatchObject({ status: 404 });
  expect(await bench.put(path, { as: 'doctor', body })).toMatchObject({ status: 200 });
  expect(await bench.put(path, { as: 'doctor', body })).toMatchObject({ status: 200 });
  const headers = { 'X-Position': sent.headers.get('X-Position') ?? '' };
  const { data } = await bench.get(`/api/cases/${caseId}/files`, { as: 'doctor', headers });
  expect(data).toMatchObject({ items: [{ id, slot: 'face-smile' }] });
  const file = await bench.get(`/api/files/${id}`, { as: 'doctor' });
  expect(file.headers.get('Content-Disposition')).toContain(`${caseId}-face-smile.png`);
});

test('a photo’s preview is for viewers of the case; for others the file does not exist', async () => {
  const caseId = await createCase(bench);
  const url = (await begin(caseId, 'doctor')).headers.get('Location') ?? '';
  await send(url, 'doctor');
  const path = `/api/files/${url.split('/').at(-1)}/picture`;
  const cookie = { Cookie: `${testCookieNames.session}=${await bench.tokenOf('doctor')}` };
  const first = await bench.send('GET', path, { headers: cookie });
  expect([first.status, first.headers.get('Content-Type')]).toEqual([200, 'image/webp']);
  const etag = first.headers.get('ETag') ?? '';
  const again = await bench.send('GET', path, { headers: { ...cookie, 'If-None-Match': etag } });
  expect(again.status).toBe(304);
  const [foreign, missing, none] = [
    await bench.get(path, { as: 'other' }),
    await bench.get('/api/files/nothing/picture', { as: 'other' }),
    await bench.get(path.replace('picture', 'mesh'), { as: 'doctor' }),
  ];
  expect([foreign.status, foreign.text]).toEqual([404, missing.text]);
  expect(none.status).toBe(404);
});

test('a file whose download cannot be recorded is refused with a body of the right length', async () => {
  const caseId = await createCase(bench);
  const metadata = { caseId, kind: 'stl', slot: 'upper', filename: 'a.stl' };
  const bytes = binaryStl(createWavyTube(200));
  const pairs = Object.entries(metadata).map(([key, value]) => `${key} ${base64(value)}`);
  const headers = { ...tus, 'Upload-Length': String(bytes.length), 'Upload-Metadata': pairs.join(',') };
  const begun = await bench.send('POST', '/api/uploads', { as: 'doctor', headers });
  const url = begun.headers.get('Location') ?? '';
  const patch = {
    ...tus,
    Authorization: await bench.tokenOf('doctor'),
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': '0',
  };
  const sent = await bench.app.request(url, {
    method: 'PATCH',
    headers: patch,
    body: Uint8Array.from(bytes),
  });
  expect(sent.status).toBe(204);
  full = true;
  const answer = await bench.send('GET', `/api/files/${url.split('/').at(-1)}`, { as: 'doctor' });
  const text = await answer.text();
  expect([answer.status, JSON.parse(text).code]).toEqual([503, 104080]);
  expect(answer.headers.get('Content-Length') ?? String(text.length)).toBe(String(text.length));
});
