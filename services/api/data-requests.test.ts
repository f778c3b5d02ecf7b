/** Requests to erase a patient or to copy the patient's data, over HTTP, and how the worker carries them out. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { errors } from '#events/errors.ts';
import { pastAt, treatedPast } from '#events/testing/past.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { DataRequestItem } from '#projections/dataRequests/view.ts';
import { createPng } from '../../infra/testing/generate/image.ts';
import type { PatientData } from './data-request-answers.ts';
import { type ArticleTestServer, openArticleTestServer } from './testing/articles.ts';
import { createCase } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { createDataRequestWorker } from './testing/data-requests.ts';
import type { TestPersonName } from './testing/test-server.ts';

const name = '欧阳小明';
const reason = '患者于十一月书面提出';
const day = 86_400_000;
const erasure = { kind: 'erasure', reason, typed: name, keptElsewhere: true };
const copy = { kind: 'copy', reason, lang: 'zh-CN' };

let world: ArticleTestServer;
let worker: ReturnType<typeof createDataRequestWorker>;
beforeEach(async () => {
  world = await openArticleTestServer();
  worker = createDataRequestWorker(world.bench);
});
afterEach(() => world.close());

const post = (as: TestPersonName, path: string, body: object = {}) => world.bench.post(path, { as, body });
const ask = async (caseId: string, body: object = erasure, as: TestPersonName = 'doctor') => {
  const { status, data } = await post(as, `/api/cases/${caseId}/dataRequests`, body);
  return { status, id: String(data?.id) };
};
const act = (as: TestPersonName, id: string, verb: string, body: object = {}) =>
  post(as, `/api/dataRequests/${id}/${verb}`, body);
const listOf = async (as: TestPersonName) =>
  (await world.bench.get<{ items: DataRequestItem[] }>('/api/dataRequests', { as })).data.items;
const typesOf = async (as: TestPersonName) =>
  (await world.bench.get<{ items: { type: string }[] }>('/api/messages', { as })).data.items.map(m => m.type);

/** A doctor's draft with a named patient and a picture. */
async function draft(): Promise<string> {
  const caseId = await createCase(world.bench);
  const patient = { name, gender: 1, birthDate: '2001-02-03', clinic: '朝阳' };
  await world.bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: patient });
  const metadata = { caseId, kind: 'photo', slot: 'face-frontal', filename: `${name}.png` };
  await world.upload(createPng(32, 24, 10), metadata, 'doctor');
  return caseId;
}

const filesBelow = (dir: string) =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .map(path => join(dir, path))
    .filter(path => statSync(path).isFile());
/** Files below the data folder that contain a text. */
const filesWith = (text: string) =>
  filesBelow(world.bench.deps.dataDir).filter(path => readFileSync(path).includes(text));
const storedFiles = () => filesBelow(join(world.bench.deps.dataDir, 'files')).length;

describe('an erasure', () => {
  it('asked by the doctor and confirmed by an Admin erases the patient, and tells both', async () => {
    const caseId = await draft();
    const before = await world.bench.get<PatientData>(`/api/cases/${caseId}/dataRequests`, { as: 'doctor' });
    expect(before.data).toMatchObject({
      held: [{ caseId, files: 1 }],
      keep: { years: null, until: null, running: true },
      underway: [],
      requests: [],
    });
    const { status, id } = await ask(caseId);
    expect([status, id]).toEqual([200, `${caseId}-1`]);
    expect(await listOf('admin')).toMatchObject([
      { id, patientName: name, mine: false, second: true, confirmed: null },
    ]);
    expect(await listOf('doctor')).toMatchObject([{ id, mine: true, second: false }]);
    expect(await typesOf('admin')).toContain('DataRequested');
    const seen = await world.bench.get(`/api/dataRequests/${id}`, { as: 'admin' });
    expect(seen.data).toMatchObject({ reason, held: [{ caseId }], step: null });

    expect((await act('doctor', id, 'confirm', { typed: name })).status).toBe(403);
    expect((await act('admin', id, 'confirm', {})).status).toBe(400);
    expect((await act('admin', id, 'confirm', { typed: caseId })).status).toBe(200);
    await worker.follow();
    const working = await world.bench.get(`/api/dataRequests/${id}`, { as: 'doctor' });
    expect(working.data).toMatchObject({ step: 'waiting', erasedAt: null });
    await worker.work();
    const page = await world.bench.get(`/api/cases/${caseId}`, { as: 'doctor' });
    expect(page.data).toMatchObject({ erased: true });
    expect(await listOf('doctor')).toMatchObject([
      { id, patientName: '', erasedAt: expect.any(String), confirmed: { by: { id: 'p-admin' } } },
    ]);
    expect(await typesOf('doctor')).toEqual(
      expect.arrayContaining(['DataRequestConfirmed', 'PatientErasureDone']),
    );
    expect(await typesOf('admin')).toContain('PatientErasureDone');
    // Handling the same events of the log again does not request the erasure again.
    await worker.work();
    expect(await worker.erase()).toBe(0);
  });

  it('leaves nothing of the patient readable, neither in answers nor in the copy that was made', async () => {
    const caseId = await draft();
    const { id: copied } = await ask(caseId, copy);
    await act('admin', copied, 'confirm');
    await worker.work();
    expect(
      (await world.bench.send('GET', `/api/dataRequests/${copied}/copy.zip`, { as: 'doctor' })).status,
    ).toBe(200);
    const { id } = await ask(caseId);
    await act('admin', id, 'confirm', { typed: name });
    await worker.work();
    expect(
      (await world.bench.send('GET', `/api/dataRequests/${copied}/copy.zip`, { as: 'doctor' })).status,
    ).toBe(404);
    expect([filesWith(name), filesWith(reason)]).toEqual([[], []]);
    expect(await Array.fromAsync(world.bench.deps.vault.list('patient-copy/'))).toEqual([]);
    const everything: string[] = [];
    for await (const { position: _, ...event } of world.bench.deps.store.readAll())
      everything.push(JSON.stringify(event));
    for (const as of ['doctor', 'admin'] as const)
      for (const path of [
        `cases/${caseId}`,
        `cases/${caseId}/history`,
        `cases/${caseId}/dataRequests`,
        'dataRequests',
        `dataRequests/${id}`,
        'messages',
        'cases',
      ])
        everything.push((await world.bench.get(`/api/${path}`, { as })).text);
    const text = everything.join('\n');
    expect([text.includes(name), text.includes(reason)]).toEqual([false, false]);
    expect(world.bench.lines.join('')).not.toContain(name);
  });

  it('has one confirmer: of two at once one is refused, and so is a withdrawal after it', async () => {
    const caseId = await draft();
    const { id } = await ask(caseId, { ...erasure, colleague: 'doctor2' });
    const both = await Promise.all([
      act('admin', id, 'confirm', { typed: name }),
      act('doctor2', id, 'confirm', { typed: caseId }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.map(({ code }) => code)).toContain(errors.dataRequestClosed.code);
    expect((await act('doctor', id, 'withdraw')).code).toBe(errors.dataRequestClosed.code);
  });

  it('is withdrawn, lapses after seven days, and may be asked again', async () => {
    const caseId = await draft();
    const { id } = await ask(caseId);
    const twice = await post('doctor', `/api/cases/${caseId}/dataRequests`, erasure);
    expect([twice.status, twice.code]).toEqual([409, errors.dataRequestOpen.code]);
    expect((await act('doctor', id, 'withdraw')).status).toBe(200);
    expect((await act('admin', id, 'confirm', { typed: name })).code).toBe(errors.dataRequestClosed.code);
    const again = await ask(caseId);
    expect(again).toEqual({ status: 200, id: `${caseId}-2` });
    world.bench.clock.advance(7 * day);
    world.bench.tokens.clear();
    expect((await act('admin', again.id, 'confirm', { typed: name })).code).toBe(
      errors.dataRequestClosed.code,
    );
    expect((await ask(caseId)).status).toBe(200);
    await worker.work();
    expect((await world.bench.get(`/api/cases/${caseId}`, { as: 'doctor' })).data).toMatchObject({
      erased: false,
    });
  });

  it('is refused while a case is shipped', async () => {
    const caseId = await createCaseWithPast(world.bench, pastAt[Status.Shipping]);
    const answer = await post('doctor', `/api/cases/${caseId}/dataRequests`, { ...erasure, typed: caseId });
    expect([answer.status, answer.code, answer.data]).toMatchObject([
      409,
      errors.patientUnderway.code,
      { cases: [caseId] },
    ]);
  });

  it('is shown to a named colleague without the patient, and to nobody else', async () => {
    const caseId = await draft();
    const { id } = await ask(caseId, { ...erasure, colleague: 'doctor2' });
    expect(await listOf('doctor2')).toMatchObject([{ id, patientName: '', second: true, cases: [caseId] }]);
    const seen = await world.bench.get(`/api/dataRequests/${id}`, { as: 'doctor2' });
    expect([seen.status, seen.text.includes(name)]).toEqual([200, false]);
    expect((await world.bench.get(`/api/cases/${caseId}`, { as: 'doctor2' })).status).toBe(404);
    for (const as of ['assistant', 'supervisor', 'service', 'analyst', 'other'] as const) {
      const [known, none] = [
        await world.bench.get(`/api/dataRequests/${id}`, { as }),
        await world.bench.get('/api/dataRequests/ZZZZZZ-1', { as }),
      ];
      expect([as, known.status, known.text]).toEqual([as, 404, none.text]);
      expect(await listOf(as)).toEqual([]);
    }
  });
});

describe('a copy', () => {
  const zipOf = async (id: string, as: TestPersonName = 'doctor') =>
    world.bench.send('GET', `/api/dataRequests/${id}/copy.zip`, { as });
  const made = async () => {
    const caseId = await draft();
    const { id } = await ask(caseId, copy);
    await act('admin', id, 'confirm');
    await worker.work();
    return { caseId, id };
  };

  it('has a page in the chosen language, the same as data, and every file', async () => {
    const { caseId, id } = await made();
    const answer = await zipOf(id);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const entries = unzipSync(bytes);
    expect(Object.keys(entries)).toEqual(['index.html', 'data.json', `files/${caseId}/001-face-frontal.png`]);
    const text = (path: string) => Buffer.from(entries[path] ?? []).toString();
    const page = text('index.html');
    expect(page).toContain('<html lang="zh-CN">');
    for (const said of [
      `${name} 的全部数据`,
      '目录',
      `href="#${caseId}-answers"`,
      `id="${caseId}-answers"`,
      '2001-02-03',
    ])
      expect(page).toContain(said);
    expect(page).not.toContain('p-doctor');
    const data = JSON.parse(text('data.json'));
    expect(data).toMatchObject({
      format: 'archline-patient-copy/1',
      patient: name,
      cases: [{ caseId, sections: { patient: { name } }, events: expect.any(Array), missing: 0 }],
    });
    expect(text('data.json')).not.toContain('p-doctor');
    expect(await listOf('doctor')).toMatchObject([{ id, copy: { files: 1, bytes: bytes.length } }]);
    // Stored encrypted.
    expect(filesWith('index.html')).toEqual([]);
  });

  it('is in the audit with its requests, for the Admin of the laboratory', async () => {
    const { caseId, id } = await made();
    await zipOf(id);
    const { models, store } = world.bench.deps;
    await models.reached(await store.head(), 120_000);
    const { data } = await world.bench.get<{ items: { type: string }[] }>(`/api/audit?caseId=${caseId}`, {
      as: 'admin',
    });
    expect(data.items.map(({ type }) => type)).toEqual([
      ...['RecordDownloaded', 'PatientCopyMade', 'DataRequestConfirmed', 'DataRequested'],
    ]);
  });

  it('has shipments, wear, retainers and trays as data, and no address or telephone of the clinic', async () => {
    const caseId = await createCaseWithPast(world.bench, treatedPast);
    const { id } = await ask(caseId, { ...copy, lang: 'en' });
    await act('admin', id, 'confirm');
    await worker.work();
    const entries = unzipSync(new Uint8Array(await (await zipOf(id)).arrayBuffer()));
    const text = Buffer.from(entries['data.json'] ?? []).toString();
    const [held] = JSON.parse(text).cases;
    const { data } = await world.bench.get<CaseView>(`/api/cases/${caseId}`, { as: 'doctor' });
    for (const part of ['shipments', 'retainers', 'trays', 'plans', 'records'] as const)
      expect([part, held[part].length]).toEqual([part, data[part].length]);
    expect(held.shipments.length * held.retainers.length * held.trays.length).toBeGreaterThan(0);
    expect(held.wear).toMatchObject({ start: data.wear?.start });
    const address = data.sections.data?.deliveryAddress;
    for (const secret of [address?.phone, address?.address, data.retainers[0]?.address]) {
      expect(secret).toEqual(expect.stringMatching(/./));
      for (const whole of Object.values(entries))
        expect(Buffer.from(whole).includes(secret ?? '')).toBe(false);
    }
    // Bytes of the scripted past are not stored, which the copy states.
    expect(held.missing).toBeGreaterThan(0);
  });

  it('is for its asker alone, for three days', async () => {
    const { id } = await made();
    for (const as of ['admin', 'doctor2', 'other', 'assistant'] as const)
      expect([as, (await zipOf(id, as)).status]).toEqual([as, 404]);
    world.bench.clock.advance(3 * day);
    world.bench.tokens.clear();
    expect((await zipOf(id)).status).toBe(404);
    await worker.sweep();
    expect(await Array.fromAsync(world.bench.deps.vault.list('patient-copy/'))).toEqual([]);
    expect(readdirSync(join(world.bench.deps.dataDir, 'copies'))).toEqual([]);
  });

  it('whose bytes a restored backup lacks answers like a deleted one', async () => {
    const { id } = await made();
    rmSync(join(world.bench.deps.dataDir, 'files'), { recursive: true });
    expect((await zipOf(id)).status).toBe(404);
  });

  it('is stopped by its asker, and its bytes are deleted', async () => {
    const { id } = await made();
    expect((await act('admin', id, 'stop')).status).toBe(403);
    expect((await act('doctor', id, 'stop')).status).toBe(200);
    await worker.work();
    expect((await zipOf(id)).status).toBe(404);
    expect(await Array.fromAsync(world.bench.deps.vault.list('patient-copy/'))).toEqual([]);
    expect((await act('doctor', id, 'stop')).code).toBe(errors.dataRequestClosed.code);
  });

  it('stopped while it is made leaves no bytes', async () => {
    const caseId = await draft();
    const { id } = await ask(caseId, copy);
    await act('admin', id, 'confirm');
    await worker.follow();
    const { blobs, copies } = world.bench.files ?? {};
    if (!blobs || !copies) throw new Error('no folder');
    const { keep } = blobs;
    const before = storedFiles();
    // The person who asked for the copy cancels it at the last moment.
    blobs.keep = async (...how) => {
      await keep(...how);
      await copies.drop(caseId, 1);
    };
    await worker.make();
    blobs.keep = keep;
    expect([storedFiles(), await Array.fromAsync(world.bench.deps.vault.list('patient-copy/'))]).toEqual([
      before,
      [],
    ]);
  });

  it('that an erasure overtakes leaves no bytes, whichever ends first', async () => {
    const caseId = await draft();
    const { id } = await ask(caseId, copy);
    await act('admin', id, 'confirm');
    const erasing = await ask(caseId);
    await act('admin', erasing.id, 'confirm', { typed: name });
    await worker.follow();
    const { blobs } = world.bench.files ?? {};
    if (!blobs) throw new Error('no folder');
    const { keep } = blobs;
    // The patient is erased while the zip is being stored.
    blobs.keep = async (...how) => {
      await worker.erase();
      await keep(...how);
    };
    await worker.make();
    blobs.keep = keep;
    await worker.settle();
    expect([storedFiles(), await Array.fromAsync(world.bench.deps.vault.list('patient-copy/'))]).toEqual([
      0,
      [],
    ]);
    expect((await zipOf(id)).status).toBe(404);
  });

  it('that cannot be made is tried again a minute later', async () => {
    const caseId = await draft();
    const { id } = await ask(caseId, copy);
    await act('admin', id, 'confirm');
    await worker.follow();
    const { blobs } = world.bench.files ?? {};
    if (!blobs) throw new Error('no folder');
    const { keep } = blobs;
    blobs.keep = async () => {
      throw new Error('the store is away');
    };
    await worker.make();
    blobs.keep = keep;
    await worker.make();
    expect((await zipOf(id)).status).toBe(404);
    world.bench.clock.advance(60_000);
    await worker.make();
    await worker.settle();
    expect((await zipOf(id)).status).toBe(200);
  });

  it('is made again after a crash', async () => {
    const caseId = await draft();
    const { id } = await ask(caseId, copy);
    await act('admin', id, 'confirm');
    await worker.follow();
    const ended = new AbortController();
    ended.abort();
    await worker.make(ended.signal);
    expect((await zipOf(id)).status).toBe(404);
    await worker.work();
    expect((await zipOf(id)).status).toBe(200);
  });
});
