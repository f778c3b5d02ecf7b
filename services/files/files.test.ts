import { unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { Refusal } from '#events/errors.ts';
import { createZip } from '../../infra/testing/generate/archive.ts';
import { createPng } from '../../infra/testing/generate/image.ts';
import { binaryStl } from '../../infra/testing/generate/stl.ts';
import { readModelExports } from './export-record.ts';
import { parseByteRange } from './range.ts';
import {
  createCaseWithFacts,
  createTusClient,
  openUploadWorld,
  statusAndIssueOf,
  type TestViewerName,
  type UploadWorld,
} from './testing.ts';

const caseId = 'C2K7QM';
const files = {
  photo: { metadata: { kind: 'photo', slot: 'face-smile' }, bytes: createPng() },
  model: { metadata: { kind: 'stl', slot: 'upper' }, bytes: binaryStl() },
  archive: { metadata: { kind: 'archive', filename: 'records.zip' }, bytes: createZip() },
};

let world: UploadWorld;
let app: ReturnType<UploadWorld['open']>['app'];
let ids: Record<keyof typeof files, string>;
beforeEach(async () => {
  world = openUploadWorld();
  world.cases.set(caseId, createCaseWithFacts({ status: Status.ClinicalInfoIncomplete }));
  app = world.open().app;
  const send = async (name: keyof typeof files) =>
    (await createTusClient(app).send({ caseId, ...files[name].metadata }, files[name].bytes)).id;
  ids = { photo: await send('photo'), model: await send('model'), archive: await send('archive') };
});
afterEach(() => world.close());

const get = (id: string, headers: Record<string, string> = {}, who: TestViewerName = 'doctor') =>
  app.request(`/api/files/${id}`, { headers: { 'x-who': who, ...headers } });

describe('a file', () => {
  it('is sent whole, with the type of its content', async () => {
    const answer = await get(ids.photo);
    expect(Buffer.from(await answer.arrayBuffer()).equals(files.photo.bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(files.photo.bytes.length),
      'x-content-type-options': 'nosniff',
      'content-disposition': `inline; filename="${caseId}-face-smile.png"`,
      'accept-ranges': 'bytes',
    });
  });
  it('is an attachment unless it is an image or a model', async () => {
    expect((await get(ids.model)).headers.get('content-disposition')).toMatch(/^inline; .*upper\.stl/);
    expect((await get(ids.archive)).headers.get('content-disposition')).toMatch(
      /^attachment; .*archive\.zip/,
    );
  });
  it('is sent in ranges', async () => {
    const bytes = files.model.bytes;
    const part = await get(ids.model, { range: 'bytes=80-83' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 80-83/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).readUInt32LE()).toBe(4);
    const end = await get(ids.model, { range: 'bytes=-50' });
    expect(Buffer.from(await end.arrayBuffer()).equals(bytes.subarray(-50))).toBe(true);
    const beyond = await get(ids.model, { range: `bytes=${bytes.length}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
  });
  it('is not sent again if the browser has it cached', async () => {
    const etag = (await get(ids.photo)).headers.get('etag') ?? '';
    expect((await get(ids.photo, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(ids.photo, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(ids.photo, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await get(ids.photo, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  });
  it('is sent again to a browser that cached the image with its metadata', async () => {
    const [photo, model] = world.cases.get(caseId)?.files ?? [];
    const kept = (id: string, sha256 = '') => get(id, { 'if-none-match': `"${sha256}"` });
    expect((await kept(ids.photo, photo?.sha256)).status).toBe(200);
    const rest = { range: 'bytes=0-1', 'if-range': `"${photo?.sha256}"` };
    expect((await get(ids.photo, rest)).status).toBe(200);
    expect((await kept(ids.model, model?.sha256)).status).toBe(304);
  });
  it('with missing bytes is reported as such', async () => {
    for (const f of world.cases.get(caseId)?.files ?? [])
      unlinkSync(join(world.dir, 'files/archline', f.sha256));
    expect(await statusAndIssueOf(await get(ids.photo))).toBe('503 103003');
    expect(await statusAndIssueOf(await get(ids.archive))).toBe('503 103006');
  });
});

describe('an original model', () => {
  const record = async () => {
    const found = await readModelExports(world.store, caseId, 10);
    return found.map(({ by, at, fileId, slot }) => ({ by, at, fileId, slot }));
  };
  const line = (by: string) => ({ by, at: '2026-11-20T02:00:00.000Z', fileId: ids.model, slot: 'upper' });

  it('is recorded when downloaded: who, when, which; newest first', async () => {
    await get(`${ids.model}?download=1`);
    await get(ids.model, { range: 'bytes=84-' }, 'admin');
    expect(await record()).toEqual([line('p-admin'), line('p-doctor')]);
    const stream = [];
    for await (const event of world.store.read(caseStreamOf(caseId))) stream.push(event.type);
    expect(stream).not.toContain('ModelExported');
  });
  it('is not recorded without a byte sent, nor are its previews and other files', async () => {
    const etag = (await get(ids.photo)).headers.get('etag') ?? '';
    await get(ids.photo, { 'if-none-match': etag });
    await get(ids.archive);
    await get(`${ids.model}/picture`);
    await get(ids.model, { 'if-none-match': `"${world.cases.get(caseId)?.files[1]?.sha256}"` });
    await app.request(`/api/files/${ids.model}`, { method: 'HEAD', headers: { 'x-who': 'doctor' } });
    await get(ids.model, { range: 'bytes=9999-' });
    expect((await get(ids.model, {}, 'doctor2')).status).toBe(404);
    expect(await record()).toEqual([]);
  });
  it('is not sent if the download cannot be recorded', async () => {
    world.store.append = () => Promise.reject(new Refusal('fileStoreDown'));
    expect((await get(ids.model)).status).toBe(503);
    expect((await get(ids.photo)).status).toBe(200);
  });
  it('is an attachment if requested as a download', async () => {
    const answer = await get(`${ids.model}?download=1`);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*upper\.stl/);
  });
});

describe('access to a file', () => {
  const seenBy = async (id: string) => {
    const all: TestViewerName[] = [
      'doctor',
      'assistant',
      'technician',
      'expert',
      'service',
      'vendor',
      'admin',
      'analyst',
      'doctor2',
      'other',
    ];
    const found: string[] = [];
    for (const who of all) {
      const { status } = await get(id, {}, who);
      if (status !== 404) found.push(status === 200 ? who : `(${who})`);
    }
    return found.join(' ');
  };
  const set = (facts: Parameters<typeof createCaseWithFacts>[0]) =>
    world.cases.set(caseId, createCaseWithFacts({ ...world.cases.get(caseId), ...facts }));

  it('follows its case: a draft’s file is for its owner, assistants and administration', async () => {
    expect(await seenBy(ids.photo)).toBe('doctor assistant admin (analyst)');
  });
  it('follows its section: nothing for the analyst, only plans for the manufacturer', async () => {
    set({ status: Status.PrepareProduction, produced: true, assigneeId: 'p-technician' });
    expect(await seenBy(ids.photo)).toBe(
      'doctor assistant technician expert service (vendor) admin (analyst)',
    );
    expect(await seenBy(ids.model)).toBe(
      'doctor assistant technician expert service (vendor) admin (analyst)',
    );
    expect(await seenBy(ids.archive)).toBe(
      'doctor assistant technician expert service (vendor) admin (analyst)',
    );
    const [file] = world.cases.get(caseId)?.files ?? [];
    if (!file) throw new Error('the case has no file');
    const version = {
      version: 1,
      name: '',
      by: '',
      at: '',
      upperStages: 1,
      lowerStages: 1,
      instructions: null,
    };
    const plan = { ...version, files: [file], bundle: '', expert: null, void: null };
    set({ files: [], plans: [{ ...plan, doctor: null }] });
    expect(await seenBy(file.id)).not.toContain('vendor');
    const approval = {
      by: '',
      at: '',
      note: null,
      reasons: [],
      result: 'approved' as const,
      checked: [],
      acknowledged: [],
    };
    set({ files: [], plans: [{ ...plan, doctor: approval }] });
    expect(await seenBy(file.id)).toContain('vendor');
    // The approval is revoked, so the version is no longer produced.
    set({
      files: [],
      plans: [{ ...plan, doctor: approval, void: { by: '', at: '', note: '', reasons: [] } }],
    });
    expect(await seenBy(file.id)).not.toContain('vendor');
  });
  it('includes the manufacturer if a retainer is made on it, but not the analyst', async () => {
    const basis = { kind: 5 as const, stage: null, order: null, fileId: ids.model };
    const order = {
      retainer: 1,
      by: '',
      at: '',
      type: 3 as const,
      arch: 0 as const,
      upper: basis,
      lower: null,
      pontics: [],
      fixed: 0 as const,
      quantity: 1,
      files: [],
      address: '',
      note: null,
      produced: null,
      delivered: null,
      received: null,
    };
    set({ status: Status.PrepareProduction, produced: true, retained: true, retainers: [order] });
    expect(await seenBy(ids.model)).toBe('doctor assistant expert service vendor admin (analyst)');
    expect(await seenBy(ids.photo)).toContain('(vendor)');
    set({ retained: false, retainers: [] });
    expect(await seenBy(ids.model)).toContain('(vendor)');
  });
  it('remains after the file was replaced', async () => {
    set({ status: Status.PlanUnderDesign, files: [] });
    expect(await seenBy(ids.photo)).toBe('doctor assistant expert service admin (analyst)');
  });
  it('is its uploader’s only while it is unattached', async () => {
    set({ status: Status.InfoRequested });
    const { id } = await createTusClient(app).send({ caseId, kind: 'archive' }, createZip('later.txt'));
    expect(await seenBy(id)).toBe('doctor');
    const avatar = await createTusClient(app, 'expert').send(
      { purpose: 'avatar', kind: 'avatar' },
      createPng(9, 9),
    );
    expect(await seenBy(avatar.id)).toBe('expert');
  });
  it('to another person’s file answers like that to a missing one', async () => {
    const theirs = await get(ids.photo, {}, 'other');
    const missing = await get('0b0fbc52-0000-4000-8000-000000000000', {}, 'other');
    expect(await theirs.text()).toBe(await missing.text());
    expect([...theirs.headers]).toEqual([...missing.headers]);
  });
});

it('includes byte ranges', () => {
  const cases: [string | undefined, unknown][] = [
    [undefined, 'whole'],
    ['bytes=0-', { from: 0, to: 99 }],
    ['bytes=10-19', { from: 10, to: 19 }],
    ['bytes=90-900', { from: 90, to: 99 }],
    ['bytes=-10', { from: 90, to: 99 }],
    ['bytes=-900', { from: 0, to: 99 }],
    ['bytes=-0', 'beyond'],
    ['bytes=100-', 'beyond'],
    ['bytes=20-10', 'whole'],
    ['bytes=0-1,5-6', 'whole'],
    ['lines=0-1', 'whole'],
    ['bytes=-', 'whole'],
  ];
  for (const [header, expected] of cases)
    expect([header, parseByteRange(header, 100)]).toEqual([header, expected]);
});
