import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Status } from '#events/case/status.ts';
import { sampleDiagnosis } from '#events/script/orders.ts';
import type { CaseCounts, CaseListItem } from '#projections/caseList/item.ts';
import {
  completeDraft,
  createCaseInProduction,
  createSubmittedCase,
  openRealtimeWorld,
  type RealtimeWorld,
  viewerById,
} from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

/** Reads a case as HTTP would answer it to this person. */
const read = (person: string, caseId: string, hidden = false) => {
  const { models } = world.deps;
  const ctx = { viewer: viewerById(person), hidden, person: models.personRef, logId: models.logId };
  return models.caseItem(ctx, caseId);
};

describe('pushes of rows', () => {
  it('give each viewer the row of the own reads, with the own actions and counters', async () => {
    const [doctor, supervisor] = [await world.enter('doctor'), await world.enter('supervisor')];
    const caseId = await createSubmittedCase(world);
    await Promise.all([doctor.settled(), supervisor.settled()]);
    for (const [name, page] of [
      ['doctor', doctor],
      ['supervisor', supervisor],
    ] as const) {
      expect(page.rows('caseList', caseId).at(-1)?.row).toEqual(read(name, caseId));
      const counters = page.told.flatMap(t => (t.event === 'rows' ? (t.message.counters ?? []) : [])).at(-1);
      expect(counters).toEqual(world.deps.models.counts(viewerById(name)));
    }
    const row = (page: typeof doctor) => page.rows('caseList', caseId).at(-1)?.row;
    expect(row(doctor)).toMatchObject({ actions: expect.arrayContaining(['withdraw']), waits: false });
    expect(row(supervisor)).toMatchObject({ actions: expect.arrayContaining(['acceptCase']), waits: true });
  });

  it('tell another doctor, another organisation and the manufacturer nothing of cases they may not see', async () => {
    const strangers = await Promise.all(
      ['doctor2', 'other', 'otherSupervisor', 'vendor', 'technician'].map(p => world.enter(p)),
    );
    const helper = await world.enter('assistant');
    const caseId = await createSubmittedCase(world);
    await world.act('supervisor', caseId, 'acceptCase');
    for (const page of strangers) {
      await page.settled();
      expect(page.told).toEqual([]);
    }
    await helper.settled();
    expect(helper.rows('caseList', caseId).at(-1)?.row).toEqual(read('assistant', caseId));
  });

  it('reach the manufacturer once the case is in production, without the hidden fields', async () => {
    const vendor = await world.enter('vendor');
    const caseId = await createCaseInProduction(world);
    await vendor.settled();
    const rows = vendor.rows('caseList', caseId);
    expect(rows.map(r => (r.row as CaseListItem).status)).toEqual([Status.PrepareProduction]);
    expect(rows[0]?.row).toEqual(read('vendor', caseId));
    expect(rows[0]?.row).toMatchObject({ gender: null, birthDate: null });
    expect(JSON.stringify(vendor.told)).not.toContain(sampleDiagnosis.complaint);
  });

  it('remove the row from a viewer who loses sight of it, and from nobody else', async () => {
    const [doctor, supervisor] = [await world.enter('doctor'), await world.enter('supervisor')];
    const caseId = await createSubmittedCase(world);
    await world.act('doctor', caseId, 'withdraw');
    await Promise.all([doctor.settled(), supervisor.settled()]);
    expect(supervisor.rows('caseList', caseId).at(-1)?.row).toBeNull();
    const counters = supervisor.told.flatMap(t => (t.event === 'rows' ? (t.message.counters ?? []) : []));
    expect((counters.at(-1) as CaseCounts).filters[0]).toBe(0);
    expect(doctor.rows('caseList', caseId).at(-1)?.row).toMatchObject({ status: Status.ToSubmit });
  });

  it('send a whole case only to pages that have it open', async () => {
    const [opened, closed, doctor2] = [
      await world.enter('doctor'),
      await world.enter('doctor'),
      await world.enter('doctor2'),
    ];
    const caseId = await createSubmittedCase(world);
    await opened.socket.emitWithAck('case:watch', { caseId });
    await doctor2.socket.emitWithAck('case:watch', { caseId });
    await world.act('supervisor', caseId, 'acceptCase');
    const { models } = world.deps;
    const ctx = {
      viewer: viewerById('doctor'),
      hidden: false,
      person: models.personRef,
      logId: models.logId,
    };
    await opened.settled();
    expect(opened.rows('case').map(r => r.row)).toEqual([models.caseView(ctx, caseId)]);
    await Promise.all([closed.settled(), doctor2.settled()]);
    expect(closed.rows('case')).toEqual([]);
    expect(closed.rows('caseList', caseId).at(-1)?.row).toMatchObject({ status: Status.CaseProcessing });
    expect(doctor2.told).toEqual([]);
  });

  it('also remove the open page of a case', async () => {
    const supervisor = await world.enter('supervisor');
    const caseId = await createSubmittedCase(world);
    await supervisor.socket.emitWithAck('case:watch', { caseId });
    await world.act('doctor', caseId, 'withdraw');
    await supervisor.settled();
    expect(supervisor.rows('case', caseId).map(r => r.row)).toEqual([null]);
  });

  it('follow the commit: another connection to the file reads the row', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'archline-rows-'));
    const stored = await openRealtimeWorld({ rows: dir });
    const [file = ''] = (await readdir(dir)).filter(name => name.endsWith('.db'));
    const db = new DatabaseSync(join(dir, file), { readOnly: true });
    const seen: boolean[] = [];
    const page = await stored.enter('doctor');
    stored.sent(() => {
      const [row] = db.prepare("SELECT value FROM meta WHERE name = 'position'").all();
      seen.push(String(row?.value) === String(stored.deps.models.position()));
    });
    await completeDraft(stored);
    await page.settled();
    expect(seen.length).toBeGreaterThan(10);
    expect(seen).not.toContain(false);
    db.close();
    await stored.close();
    await rm(dir, { recursive: true });
  });
});

describe('the eye', () => {
  it('masks names while it is closed, and shows them after it opens', async () => {
    const page = await world.enter('doctor', true);
    const caseId = await createSubmittedCase(world);
    await page.settled();
    expect(JSON.stringify(page.told)).not.toContain('张伟');
    expect(page.rows('caseList', caseId).at(-1)?.row).toEqual(read('doctor', caseId, true));
    page.socket.emit('eye', { hidden: false });
    await page.settled();
    await world.act('doctor', caseId, 'withdraw');
    await page.settled();
    expect(page.rows('caseList', caseId).at(-1)?.row).toMatchObject({
      patientName: '张伟',
      status: Status.ToSubmit,
    });
    // Boundary under test: a message may have any shape.
    page.socket.emit('eye', null as never);
    await page.settled();
    await world.act('doctor', caseId, 'submitCase');
    await page.settled();
    expect(page.rows('caseList', caseId).at(-1)?.row).toMatchObject({
      patientName: '张**',
      status: Status.ToAccept,
    });
  });
});

describe('resume', () => {
  const position = () => `${world.deps.models.logId.slice(0, 8)}-${world.deps.models.position()}`;

  it('sends exactly the missed changes, removals included, and the counters', async () => {
    const [stays, leaves] = [await createSubmittedCase(world), await createSubmittedCase(world)];
    const before = position();
    await world.act('supervisor', stays, 'acceptCase');
    await world.act('doctor', leaves, 'withdraw');
    const page = await world.enter('supervisor');
    expect(await page.socket.emitWithAck('resume', { position: before })).toEqual({ ok: true });
    const { rows, counters, position: at } = await page.next('rows');
    expect(new Map(rows.filter(r => r.view === 'caseList').map(r => [r.id, r.row]))).toEqual(
      new Map([
        [leaves, null],
        [stays, read('supervisor', stays)],
      ]),
    );
    expect(at).toBe(position());
    expect(counters).toEqual(world.deps.models.counts(viewerById('supervisor')));
  });

  it('sends nothing if nothing was missed', async () => {
    await createSubmittedCase(world);
    const page = await world.enter('supervisor');
    expect(await page.socket.emitWithAck('resume', { position: position() })).toEqual({ ok: true });
    expect((await page.next('rows')).rows).toEqual([]);
  });

  it('sends a reset for a position of another log and for a malformed one', async () => {
    const page = await world.enter('doctor');
    for (const wrong of ['deadbeef-3', 'nonsense', '', `${position()}-1`]) {
      expect(await page.socket.emitWithAck('resume', { position: wrong })).toEqual({ ok: false });
      expect(await page.next('reset')).toEqual({ reason: 'foreign' });
    }
  });

  it('sends a reset if too much was missed', async () => {
    const before = position();
    const { perform } = world.deps;
    for (let i = 0; i <= 500; i++)
      await world.caught(perform.createCase(viewerById('doctor'), { commandId: crypto.randomUUID() }));
    const page = await world.enter('doctor');
    expect(await page.socket.emitWithAck('resume', { position: before })).toEqual({ ok: false });
    expect(await page.next('reset')).toEqual({ reason: 'old' });
    const other = await world.enter('doctor2');
    expect(await other.socket.emitWithAck('resume', { position: before })).toEqual({ ok: true });
  });
});

describe('closing the server', () => {
  it('ends every connection so that pages reconnect automatically', async () => {
    const page = await world.enter('doctor');
    world.live.close();
    // Trap: after `io server disconnect` the page would never reconnect.
    expect(await page.gone()).toMatch(/^transport/);
    expect(world.live.connections()).toBe(0);
  });
});
