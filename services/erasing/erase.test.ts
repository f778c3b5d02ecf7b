/** Erasing a patient from end to end: the operator's request, carried out by the worker. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import type { Recorded } from '#events/envelope.ts';
import { pastAt } from '#events/testing/past.ts';
import { createPng } from '../../infra/testing/generate/image.ts';
import { type ArticleTestServer, openArticleTestServer } from '../api/testing/articles.ts';
import { createCase, performAction } from '../api/testing/case-steps.ts';
import { createCaseWithPast } from '../api/testing/case-with-past.ts';
import { requestErasureAndWait } from '../cli/erase.ts';
import { systemIds } from '../clock/clock.ts';
import { createMailSender, mailGraceMs } from '../effects/mail.ts';
import { openFolderSnapshots } from '../snapshots/folder.ts';
import { createSnapshots } from '../snapshots/snapshots.ts';
import { subjectKeyName, tombstoneOf } from '../vault/keyring.ts';
import { type ErasingDeps, erasePatient, eraseRequestedPatients } from './erase.ts';
import { isErasureRequested, requestErasure } from './erasure-request.ts';

const name = '王小明';
const patient = { name, gender: 1, birthDate: '2001-02-03', clinic: '朝阳' };

let world: ArticleTestServer;
beforeEach(async () => {
  world = await openArticleTestServer();
});
afterEach(() => world.close());

const file = (bytes: Uint8Array, caseId: string, slot: string) =>
  world.upload(bytes, { caseId, kind: 'photo', slot, filename: `${name}.png` }, 'doctor');
const given = async (id: string) =>
  (await world.bench.send('GET', `/api/files/${id}`, { as: 'doctor' })).status;
const stored = () => readdirSync(join(world.bench.deps.dataDir, 'files'), { recursive: true }).length;
const records = async () => (await Array.fromAsync(world.bench.deps.vault.list('upload/'))).length;
const keyOf = async (id: string) => (await world.bench.deps.vault.get(subjectKeyName(id)))?.value;
const gone = tombstoneOf('').value;

function deps(more: Partial<ErasingDeps> = {}): ErasingDeps {
  const { bench } = world;
  if (!bench.files) throw new Error('no folder');
  return { ...bench.deps, eraseFiles: bench.files.erase, copies: bench.files.copies, ...more };
}
async function erasings(): Promise<Recorded[]> {
  const all = await Array.fromAsync(world.bench.deps.store.readAll());
  return all.filter(e => e.type === 'PatientErased');
}

/** A doctor's draft with two pictures of its own and one that another case shares. */
async function draft() {
  const { bench } = world;
  const [caseId, other] = [await createCase(bench), await createCase(bench)];
  await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: patient });
  await bench.put(`/api/cases/${other}/patient`, { as: 'doctor', body: { ...patient, name: '别人' } });
  const own = [
    await file(createPng(32, 24, 10), caseId, 'face-frontal'),
    await file(createPng(32, 24, 20), caseId, 'face-profile'),
  ];
  const both = [
    await file(createPng(32, 24, 30), caseId, 'face-smile'),
    await file(createPng(32, 24, 30), other, 'face-smile'),
  ];
  return { caseId, other, own, both };
}

describe('a patient whose erasure is requested', () => {
  it('loses the key, all text, and files that no other case shares', async () => {
    const { bench } = world;
    const { caseId, other, own, both } = await draft();
    const [before, uploads] = [stored(), await records()];
    for (const id of [...own, ...both]) expect(await given(id)).toBe(200);
    await requestErasure(bench.deps.vault, caseId);
    expect(await eraseRequestedPatients(deps())).toBe(1);

    expect([await keyOf(caseId), (await keyOf(other)) === gone]).toEqual([gone, false]);
    expect([await isErasureRequested(bench.deps.vault, caseId), await records()]).toEqual([
      false,
      uploads - 3,
    ]);
    const left = await Promise.all([...own, ...both].map(given));
    expect([left, stored()]).toEqual([[404, 404, 404, 200], before - 2]);
    const page = await bench.get(`/api/cases/${caseId}`, { as: 'doctor' });
    expect(page.data).toMatchObject({ erased: true, sections: { patient: {} }, header: { actions: [] } });
    expect(page.text).not.toContain(name);
    expect((await bench.get(`/api/cases/${other}`, { as: 'doctor' })).text).toContain('别人');
    const saved = await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: patient });
    expect(saved.status).toBe(409);
    expect(await file(createPng(32, 24, 40), caseId, 'face-frontal')).toBe('409');
    expect(await eraseRequestedPatients(deps())).toBe(0);
    expect(bench.lines.join('')).not.toContain(caseId);
  });

  it('loses conversations and their files, and accepts no new messages', async () => {
    const { bench } = world;
    const caseId = await createCaseWithPast(bench, pastAt[Status.PlanUnderDesign]);
    const sent = async (bytes: Uint8Array, conversation: string) => {
      const id = await world.upload(bytes, { purpose: 'chat', kind: 'chat', filename: 'a.png' }, 'doctor');
      const body = { client: crypto.randomUUID(), text: name, files: [id] };
      await bench.post(`/api/chats/${conversation}/messages`, { as: 'doctor', body });
      return id;
    };
    const [theirs, kept] = [
      await sent(createPng(8, 8, 1), `case.${caseId}`),
      await sent(createPng(8, 8, 2), 'service.p-doctor'),
    ];
    const before = stored();
    await erasePatient(deps(), caseId);
    expect([await given(theirs), await given(kept), stored()]).toEqual([404, 200, before - 1]);
    const said = await bench.get(`/api/chats/case.${caseId}/messages`, { as: 'service' });
    expect([said.status, said.text.includes(name)]).toEqual([200, false]);
    const body = { client: crypto.randomUUID(), text: 'more' };
    expect((await bench.post(`/api/chats/case.${caseId}/messages`, { as: 'doctor', body })).status).toBe(409);
  });

  it('is in no invitation to the case any more, whose note is about the patient', async () => {
    const { bench } = world;
    const [caseId, other] = [await createCase(bench), await createCase(bench)];
    const body = { email: 'perio@far.example', level: 'reads', note: name, lang: 'zh-CN' };
    for (const id of [caseId, other])
      expect((await bench.post(`/api/cases/${id}/collaborators`, { as: 'doctor', body })).status).toBe(200);
    await erasePatient(deps(), caseId);
    const all = await Array.fromAsync(bench.deps.store.readAll());
    const invited = all.filter(({ type }) => type === 'CollaboratorInvited');
    expect(invited.map(({ personal }) => personal)).toEqual([
      { address: '', note: '' },
      { address: 'perio@far.example', note: name },
    ]);
    const path = `/api/cases/${caseId}/collaborators`;
    const { data } = await bench.get<{ items: object[] }>(path, { as: 'doctor' });
    expect(data.items).toMatchObject([{ address: null, note: null }]);
  });

  it('is erased in all refinements, whichever case is named', async () => {
    const { bench } = world;
    const caseId = await createCaseWithPast(bench, pastAt[Status.AllSent]);
    await performAction(bench, 'doctor', caseId, 'refine', { reason: name });
    const { childId } = await bench.deps.streams.load(caseId);
    const child = childId ?? '';
    await bench.put(`/api/cases/${child}/patient`, { as: 'doctor', body: patient });
    const lines: string[] = [];
    const { store: log, vault } = bench.deps;
    const wait = async () => void (await eraseRequestedPatients(deps()));
    await requestErasureAndWait({
      log,
      vault,
      caseId: child,
      yes: true,
      said: line => lines.push(line),
      wait,
    });
    expect(lines.at(-1)).toBe('The patient is erased.');
    for (const id of [caseId, child]) {
      const { data, text } = await bench.get(`/api/cases/${id}`, { as: 'doctor' });
      expect([data, text.includes(name)]).toMatchObject([{ erased: true }, false]);
      expect(lines.join('\n')).toContain(id);
    }
    expect((await erasings()).map(e => [e.stream, e.data])).toEqual([
      [`case-${caseId}`, { patient: caseId }],
      [`case-${child}`, { patient: caseId }],
    ]);
  });

  it('gets none of the mails that were due', async () => {
    const { bench } = world;
    await bench.put('/api/mail/address', { as: 'doctor', body: { email: 'doctor@clinic.example' } });
    const [code] = /\d{6}/.exec(bench.mail.sent.pop()?.text ?? '') ?? [];
    await bench.post('/api/mail/confirm', { as: 'doctor', body: { code } });
    await bench.put('/api/mail/topics', { as: 'doctor', body: { topics: ['case'] } });
    const post = createMailSender(bench.deps);
    const asked = async () => {
      const caseId = await createCaseWithPast(bench, pastAt[Status.PlanUnderDesign]);
      const { status } = await performAction(bench, 'supervisor', caseId, 'deniedCase', { note: '缺 17' });
      expect(status).toBe(200);
      for await (const event of bench.deps.store.readAll())
        if (event.stream === `case-${caseId}` && event.type === 'CaseDenied') await post.enqueue(event);
      return caseId;
    };
    const [caseId, other] = [await asked(), await asked()];
    await erasePatient(deps(), caseId);
    bench.clock.advance(mailGraceMs);
    await post.deliver();
    expect(
      bench.mail.sent.map(letter => [letter.text.includes(caseId), letter.text.includes(other)]),
    ).toEqual([[false, true]]);
  });

  it('is in no row snapshot for other nodes', async () => {
    const { dataDir: dir, clock, log } = world.bench.deps;
    const kept = join(dir, 'kept');
    mkdirSync(kept);
    const store = openFolderSnapshots(kept);
    const key = Buffer.alloc(32, 7);
    const snapshots = createSnapshots({ store, key, dir, clock, ids: systemIds, log });
    const copied = async (into: string, from?: Promise<void>) => {
      await from;
      writeFileSync(into, 'rows');
      return 'kind';
    };
    const { caseId } = await draft();
    await snapshots.make({ snapshot: copied });
    // A snapshot that is started before the erasure ends, and stored after it.
    let go = () => {};
    const held = new Promise<void>(resolve => {
      go = resolve;
    });
    const making = snapshots.make({ snapshot: into => copied(into, held) });
    expect(readdirSync(kept)).toHaveLength(1);
    const erasing = erasePatient(deps({ snapshots }), caseId);
    go();
    await Promise.all([making, erasing]);
    expect(readdirSync(kept)).toEqual([]);
  });
});

const failing = async (): Promise<never> => {
  throw new Error('it ends here');
};

describe('a process that ends during an erasure', () => {
  it.each<[string, () => Partial<ErasingDeps>]>([
    ['before the event', () => ({ perform: { ...world.bench.deps.perform, erasePatient: failing } })],
    ['before the key goes', () => ({ keyring: { ...world.bench.deps.keyring, eraseSubject: failing } })],
    ['before the files go', () => ({ eraseFiles: failing })],
    ['between the files', () => ({ eraseFiles: which => deps().eraseFiles(once(which)).then(failing) })],
    ['before the request goes', () => ({ vault: { ...world.bench.deps.vault, delete: failing } })],
  ])('at %s leaves it to the next process', async (_when, less) => {
    const { bench } = world;
    const { caseId, own, both } = await draft();
    const before = stored();
    await requestErasure(bench.deps.vault, caseId);
    await expect(eraseRequestedPatients(deps(less()))).rejects.toThrow('erasing patients failed');
    expect(await isErasureRequested(bench.deps.vault, caseId)).toBe(true);
    // The key is deleted after the event is stored, never before.
    if ((await keyOf(caseId)) === gone) expect(await erasings()).toHaveLength(1);
    expect(await eraseRequestedPatients(deps())).toBe(1);
    expect([await keyOf(caseId), await isErasureRequested(bench.deps.vault, caseId)]).toEqual([gone, false]);
    expect(await Promise.all([...own, ...both].map(given))).toEqual([404, 404, 404, 200]);
    expect([stored(), (await erasings()).length]).toEqual([before - 2, 1]);
  });

  it('between bytes and their record is followed by one that finds the record again', async () => {
    const { bench } = world;
    const { caseId } = await draft();
    const before = stored();
    const { vault } = bench.deps;
    const { delete: whole } = vault;
    // The order does not matter. A file whose bytes another case shares loses only its record.
    vault.delete = (...what) => (stored() < before ? failing() : whole(...what));
    await expect(deps().eraseFiles(record => record.caseId === caseId)).rejects.toThrow('it ends here');
    expect(stored()).toBe(before - 1);
    vault.delete = whole;
    await erasePatient(deps(), caseId);
    expect([stored(), await records()]).toEqual([before - 2, 1]);
  });

  it('does not block other erasures', async () => {
    const { bench } = world;
    const [{ caseId }, { caseId: other }] = [await draft(), await draft()];
    for (const id of [caseId, other]) await requestErasure(bench.deps.vault, id);
    const { keyring } = bench.deps;
    const eraseSubject = (id: string) => (id === caseId ? failing() : keyring.eraseSubject(id));
    await expect(eraseRequestedPatients(deps({ keyring: { ...keyring, eraseSubject } }))).rejects.toThrow(
      'erasing patients failed',
    );
    expect([await keyOf(other), (await keyOf(caseId)) === gone]).toEqual([gone, false]);
  });
});

/** Returns a predicate that matches only the first element. */
function once<T>(which: (one: T) => boolean): (one: T) => boolean {
  const met: T[] = [];
  return one => met.length === 0 && which(one) && met.push(one) > 0;
}

describe('the erase command', () => {
  const asked = async (caseId: string, yes: boolean, wait = failing as () => Promise<void>) => {
    const { store: log, vault } = world.bench.deps;
    const lines: string[] = [];
    await requestErasureAndWait({ log, vault, caseId, yes, said: line => lines.push(line), wait });
    return lines;
  };
  it('shows what would be erased, without any text, and does nothing without --yes', async () => {
    const { caseId } = await draft();
    const lines = await asked(caseId, false);
    expect(lines.join('\n')).toContain(`${caseId}, created on 2026-11-20: 5 events, 3 files, 0 messages`);
    expect(lines.at(-1)).toContain('--yes');
    expect(lines.join('\n')).not.toContain(name);
    expect([await isErasureRequested(world.bench.deps.vault, caseId), await erasings()]).toEqual([false, []]);
  });
  it('reports completion, and on repetition that it was done before', async () => {
    const { caseId } = await draft();
    const lines = await asked(caseId, true, async () => void (await eraseRequestedPatients(deps())));
    expect([lines.at(-1), await keyOf(caseId)]).toEqual(['The patient is erased.', gone]);
    expect(await asked(caseId, true)).toEqual([`The patient of ${caseId} is already erased.`]);
  });
  it('does not report completion without a server, and keeps the request', async () => {
    const { caseId } = await draft();
    await expect(asked(caseId, true, async () => undefined)).rejects.toThrow('not done yet');
    expect(await isErasureRequested(world.bench.deps.vault, caseId)).toBe(true);
  });
  it('refuses an unknown case', async () => {
    await expect(asked('ZZZZZZ', true)).rejects.toThrow('There is no case ZZZZZZ.');
    expect(existsSync(world.bench.deps.dataDir)).toBe(true);
  });
});
