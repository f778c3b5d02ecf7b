/** The archive of a case, read back by a program without any product code, and who may download it. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import { type ModelExport, readModelExports } from '../files/export-record.ts';
import { streamZip } from '../files/zip.ts';
import { createCase } from './testing/case-steps.ts';
import { openShareTestServer, type ShareTestServer } from './testing/shares.ts';
import type { TestPersonName } from './testing/test-server.ts';

let shares: ShareTestServer;
let caseId: string;
const dir = mkdtempSync(join(tmpdir(), 'archline-archive-'));
beforeAll(async () => {
  shares = await openShareTestServer();
  caseId = await shares.planned();
});
afterAll(async () => {
  await shares.close();
  rmSync(dir, { recursive: true, force: true });
});

const program = fileURLToPath(new URL('../archive/read-archive.mjs', import.meta.url));
type Read = {
  caseId: string;
  types: string[];
  personal: string;
  entries: number;
  files: number;
  missing: number;
  wrong: string[];
};

function readBack(bytes: Uint8Array): { status: number | null; read: Read; error: string } {
  const path = join(dir, 'record.zip');
  writeFileSync(path, bytes);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, path], {
    encoding: 'utf8',
    maxBuffer: 32 * 1024 * 1024,
  });
  return { status, read: JSON.parse(stdout || '{}'), error: stderr };
}

async function zipFor(as: TestPersonName, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await shares.bench.send('GET', `/api/cases/${caseId}/archive.zip`, { as, headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  return Buffer.from(await answer.arrayBuffer());
}

test('holds every event and every stored file, each with its hash', async () => {
  const { status, read, error } = readBack(await zipFor('doctor'));
  expect([read.wrong, error, status]).toEqual([[], '', 0]);
  const types: string[] = [];
  for await (const event of shares.bench.deps.store.read(caseStreamOf(caseId))) types.push(event.type);
  expect(read).toMatchObject({ caseId, types, personal: 'included' });
  // The plan's files are stored. Files of the scripted past have no bytes, which the manifest states.
  expect(read.files).toBeGreaterThan(1);
  expect(read.missing).toBeGreaterThan(0);
  expect(read.entries).toBe(read.files + 3);
});

test('reports a changed byte and a truncated archive to its reader', async () => {
  const bytes = await zipFor('doctor');
  const at = bytes.indexOf('"CaseSubmitted"');
  const changed = Buffer.from(bytes);
  changed.write('"CaseSubmittes"', at);
  expect(readBack(changed).read.wrong).toEqual(
    expect.arrayContaining(['events.ndjson: CRC', 'events.ndjson: SHA-256']),
  );
  expect(readBack(bytes.subarray(0, bytes.length / 2)).status).toBe(1);
});

test('holds only the masked case page, and no personal event data, behind a closed eye', async () => {
  const [hidden, open] = [await zipFor('doctor', { 'X-Eye': 'hidden' }), await zipFor('doctor')];
  expect(readBack(hidden).read).toMatchObject({ wrong: [], personal: 'left out' });
  const nameIn = (bytes: Buffer) => /"patientName": "([^"]+)"/.exec(bytes.toString())?.[1];
  expect([nameIn(hidden), nameIn(open)]).toEqual([
    expect.stringContaining('**'),
    expect.not.stringContaining('*'),
  ]);
  expect([hidden, open].map(bytes => bytes.includes('"personal":{'))).toEqual([false, true]);
});

test('is available to the owner and Admin; each original model in it is recorded', async () => {
  const path = `/api/cases/${caseId}/archive.zip`;
  const statusFor = async (as: TestPersonName) => (await shares.bench.send('GET', path, { as })).status;
  const others = ['assistant', 'technician', 'expert', 'analyst'] as const;
  expect(await Promise.all(others.map(statusFor))).toEqual([403, 403, 403, 403]);
  expect(await Promise.all((['doctor2', 'other', 'vendor'] as const).map(statusFor))).toEqual([
    404, 404, 404,
  ]);
  const exports = () => readModelExports(shares.bench.deps.store, caseId, 100);
  const by = (all: ModelExport[], id: string) => all.filter(one => one.by === id).length;
  const before = by(await exports(), 'p-admin');
  readBack(await zipFor('admin'));
  expect([before, by(await exports(), 'p-admin')]).toEqual([0, 2]);
});

/** A phone's photo with camera and location metadata. */
const photoWithPlace = () =>
  sharp({ create: { width: 24, height: 16, channels: 3, background: 'grey' } })
    .withExif({ IFD0: { Make: 'CAMERA' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 54/1 20/1' } })
    .jpeg()
    .toBuffer();

async function upload(own: string, bytes: Buffer): Promise<void> {
  const { bench } = shares;
  const metadata = Object.entries({ caseId: own, kind: 'photo', slot: 'face-frontal', filename: 'a.jpg' });
  const stated = metadata.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',');
  const tus = { 'Tus-Resumable': '1.0.0', Authorization: await bench.tokenOf('doctor') };
  const begun = await bench.send('POST', '/api/uploads', {
    headers: { ...tus, 'Upload-Length': String(bytes.length), 'Upload-Metadata': stated },
  });
  const headers = { ...tus, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': '0' };
  const body = new Uint8Array(bytes);
  const sent = await bench.app.request(begun.headers.get('Location') ?? '', {
    method: 'PATCH',
    headers,
    body,
  });
  expect(sent.status).toBe(204);
}

test('holds photos without their location, under their original names; the stored originals keep it', async () => {
  const own = await createCase(shares.bench);
  const original = await photoWithPlace();
  await upload(own, original);
  for (const as of ['doctor', 'admin'] as const) {
    const answer = await shares.bench.send('GET', `/api/cases/${own}/archive.zip`, { as });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([original, bytes].map(all => all.includes('CAMERA'))).toEqual([true, false]);
    const { status, read } = readBack(bytes);
    expect([status, read.files, read.missing, read.wrong]).toEqual([0, 1, 0, []]);
    expect(bytes.includes(`files/${createHash('sha256').update(original).digest('hex')}`)).toBe(true);
  }
});

test('is read back whole with more entries than a classic zip directory can count', async () => {
  const many = 66_000;
  function* entries() {
    async function* bytes(i: number) {
      yield Buffer.from(String(i));
    }
    for (let i = 0; i < many; i++) yield { path: `${i}`, bytes: bytes(i) };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of streamZip(entries())) chunks.push(chunk);
  expect(readBack(Buffer.concat(chunks)).read).toEqual({ entries: many, wrong: [] });
});
