import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import { sweepIdempotency } from '../api/idempotency.ts';
import { completeDraft, createCase, performAction } from '../api/testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer } from '../api/testing/test-server.ts';
import { type RawEventStore, WrongRevisionError } from '../eventstore/port.ts';
import { caseIdOfCommand, commandIdOf, eventIdOf } from './command-ids.ts';
import { createRefinementCase, refinementCommandId } from './refinement.ts';

let bench: TestServer;
let lost: (stream: string) => boolean = () => false;
/** Creates the error that the store throws after a successful append. */
let unheard: (() => Error) | undefined;

/** A store that loses the race for a stream `lost` times. */
const racing = (store: RawEventStore): RawEventStore => ({
  ...store,
  append: async (stream, expected, events) => {
    if (lost(stream)) throw new WrongRevisionError(stream, expected, 0n);
    const done = await store.append(stream, expected, events);
    if (!unheard) return done;
    const error = unheard();
    unheard = undefined;
    throw error;
  },
});

beforeEach(async () => {
  lost = () => false;
  unheard = undefined;
  bench = await openTestServer({ wrap: racing });
});
afterEach(() => bench.close());

const eventsOf = (caseId: string): Promise<Recorded[]> =>
  Array.fromAsync(bench.deps.store.read(caseStreamOf(caseId)));
const key = (value: string) => ({ 'Idempotency-Key': value });

describe('events of a command', () => {
  test('hold person, time and command, and encrypt personal data under the patient’s key', async () => {
    const caseId = await createCase(bench);
    await bench.put(`/api/cases/${caseId}/patient`, {
      as: 'assistant',
      body: { name: '张伟' },
      headers: key('k1'),
    });
    const [created, saved] = await eventsOf(caseId);
    const commandId = commandIdOf('p-assistant', 'k1');
    expect(created?.subject).toBeUndefined();
    expect(saved).toMatchObject({
      id: eventIdOf(commandId, 0),
      by: 'p-assistant',
      at: '2026-11-20T08:00:00.000Z',
      cause: commandId,
      correlation: commandId,
      subject: caseId,
      data: { to: Status.ClinicalInfoIncomplete, section: 'patient', fields: ['name'] },
      personal: { value: { patient: { name: '张伟' } } },
    });
  });

  test('get a case id from the command, or the next one if it is taken', async () => {
    const commandId = commandIdOf('p-doctor', 'k1');
    const taken = caseIdOfCommand(commandId, 0);
    const stamp = { id: crypto.randomUUID(), at: '2026-11-20T08:00:00.000Z', by: 'system' };
    const facts = { caseId: taken, ownerId: 'p-doctor2', orgId: 'main', servedBy: 'main', parentId: null };
    await bench.deps.store.append(caseStreamOf(taken), 'none', [
      { type: 'CaseCreated', data: { to: Status.ClinicalInfoIncomplete, ...facts }, ...stamp },
    ]);
    const how = { as: 'doctor', body: {}, headers: key('k1') } as const;
    const first = await bench.post('/api/cases', how);
    expect(first.data.caseId).toBe(caseIdOfCommand(commandId, 1));
    expect((await bench.post('/api/cases', how)).text).toBe(first.text);
  });

  test('get ten thousand case ids without confusable characters and almost without repetition', () => {
    const ids = Array.from({ length: 10_000 }, (_, i) => caseIdOfCommand(commandIdOf('p', String(i)), 0));
    expect(ids.every(id => /^[2-9A-HJKMNP-TV-Z]{6}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBeGreaterThan(9_990);
  });
});

describe('a repeated Idempotency-Key', () => {
  test('answers as the first time and changes nothing', async () => {
    const caseId = await completeDraft(bench);
    const submit = () =>
      bench.post(`/api/cases/${caseId}/actions/submitCase`, { as: 'doctor', body: {}, headers: key('k1') });
    const first = await submit();
    const before = await eventsOf(caseId);
    const second = await submit();
    expect([second.text, second.headers.get('X-Position')]).toEqual([
      first.text,
      first.headers.get('X-Position'),
    ]);
    expect(await eventsOf(caseId)).toEqual(before);
  });

  test('answers as the first time after the status has changed', async () => {
    const caseId = await completeDraft(bench);
    const submit = () =>
      bench.post(`/api/cases/${caseId}/actions/submitCase`, { as: 'doctor', body: {}, headers: key('k1') });
    const first = await submit();
    await performAction(bench, 'supervisor', caseId, 'acceptCase');
    expect((await submit()).text).toBe(first.text);
    expect((await bench.deps.streams.load(caseId)).status).toBe(Status.CaseProcessing);
  });

  test('runs once when sent ten times in parallel', async () => {
    const caseId = await completeDraft(bench);
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        bench.post(`/api/cases/${caseId}/actions/submitCase`, { as: 'doctor', body: {}, headers: key('k1') }),
      ),
    );
    expect(new Set(all.map(a => a.text)).size).toBe(1);
    expect(all[0]?.status).toBe(200);
    expect((await eventsOf(caseId)).filter(e => e.type === 'CaseSubmitted')).toHaveLength(1);
  });

  test('of a refused request still belongs to its parallel twin', async () => {
    const caseId = await completeDraft(bench);
    const acting = (action: string, headers: Record<string, string>) =>
      bench.post(`/api/cases/${caseId}/actions/${action}`, { as: 'doctor', body: {}, headers });
    const withdraw = () => acting('withdraw', key('k1'));
    // The order on the case's stream: the first withdrawal is refused, although it would be possible after the
    // submission.
    const both = [withdraw(), acting('submitCase', key('k2')), withdraw()] as const;
    const [first, , twin] = await Promise.all(both);
    expect([first.status, twin.status]).toEqual([409, 200]);
    expect((await withdraw()).text).toBe(twin.text);
  });

  test('with another body, or for another case, is refused with 422', async () => {
    const [one, two] = [await createCase(bench), await createCase(bench)];
    const save = (caseId: string, name: string) =>
      bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name }, headers: key('k1') });
    expect((await save(one, '张伟')).status).toBe(200);
    expect(await save(one, '王芳')).toMatchObject({ status: 422, code: 104006 });
    expect(await save(two, '张伟')).toMatchObject({ status: 422, code: 104006 });
    expect((await bench.deps.streams.load(one)).sections.patient).toEqual({ name: '张伟' });
  });

  test('of another person is another key', async () => {
    const how = { body: {}, headers: key('k1') };
    const [one, two] = [
      await bench.post('/api/cases', { as: 'doctor', ...how }),
      await bench.post('/api/cases', { as: 'doctor2', ...how }),
    ];
    expect(one.data.caseId).not.toBe(two.data.caseId);
  });

  test('after a refusal accepts the corrected body', async () => {
    const caseId = await createCase(bench);
    const save = (name: string) =>
      bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name }, headers: key('k1') });
    expect((await save('Li 3')).status).toBe(400);
    expect((await save('李三')).status).toBe(200);
  });

  test('of a save that changed nothing keeps changing nothing', async () => {
    const caseId = await createCase(bench);
    const save = (body: object, headers = {}) =>
      bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body, headers });
    await save({ name: '张伟' });
    const first = await save({ name: '张伟' }, key('k1'));
    await save({ name: '王芳' });
    expect((await save({ name: '张伟' }, key('k1'))).text).toBe(first.text);
    expect((await bench.deps.streams.load(caseId)).sections.patient).toEqual({ name: '王芳' });
  });

  test('is forgotten after 24 hours, and never answers for another request', async () => {
    const caseId = await createCase(bench);
    const save = (name: string) =>
      bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name }, headers: key('k1') });
    await save('张伟');
    bench.clock.advance(24 * 3_600_000);
    bench.tokens.clear();
    await sweepIdempotency(bench.deps);
    expect(await Array.fromAsync(bench.deps.vault.list('once/'))).toEqual([]);
    expect(await save('王芳')).toMatchObject({ status: 422, code: 104006 });
  });

  test('is refused if malformed', async () => {
    const how = { as: 'doctor', body: {}, headers: key('a b') } as const;
    expect(await bench.post('/api/cases', how)).toMatchObject({ status: 400, code: 104000 });
  });
});

describe('a lost race', () => {
  test('is decided again, three times in all', async () => {
    const caseId = await createCase(bench);
    let races = 2;
    lost = stream => stream === caseStreamOf(caseId) && races-- > 0;
    const save = () => bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '张伟' } });
    expect((await save()).status).toBe(200);
    races = 3;
    const busy = await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '王芳' } });
    expect(busy).toMatchObject({ status: 503, code: 104013 });
    expect(busy.headers.get('Retry-After')).toBe('1');
  });
});

test('does not occur for twelve parallel saves of one case, which run in sequence', async () => {
  const caseId = await createCase(bench);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      bench.put(`/api/cases/${caseId}/diagnosis`, { as: 'doctor', body: { complaint: `the ${i}th` } }),
    ),
  );
  expect(answers.map(a => a.status)).toEqual(Array(12).fill(200));
  expect(await eventsOf(caseId)).toHaveLength(13);
});

describe('a refinement', () => {
  /** Brings a case to status 30 by appending events, because other tests cover the actions that lead there. */
  async function atThirty(known?: string): Promise<string> {
    const caseId = known ?? (await completeDraft(bench));
    const { store, clock, streams, models } = bench.deps;
    const state = await streams.load(caseId);
    const stamp = { at: new Date(clock.now()).toISOString(), by: 'p-vendor' };
    const { position } = await store.append(caseStreamOf(caseId), BigInt(state.revision), [
      {
        type: 'ReceiptConfirmed',
        data: { to: Status.AllSent, shipment: 1 },
        id: crypto.randomUUID(),
        ...stamp,
      },
    ]);
    await models.reached(position, 120_000);
    return caseId;
  }
  const reason = { reason: '13 has not derotated.' };

  test('opens a draft with its parent’s id, under the patient’s key', async () => {
    const caseId = await atThirty();
    const done = await performAction(bench, 'doctor', caseId, 'refine', reason);
    expect(done).toMatchObject({ status: 200, data: { status: Status.InRefinement } });
    const { childId } = await bench.deps.streams.load(caseId);
    const child = await bench.deps.streams.load(childId ?? '');
    expect(child).toMatchObject({ parentId: caseId, ownerId: 'p-doctor', files: [] });
    const { patient, diagnosis, prescription, markers } = (await bench.deps.streams.load(caseId)).sections;
    const { visitDate: _, ...who } = patient;
    const { confirmed: __, ...marks } = markers;
    expect(child.sections).toEqual({ patient: who, diagnosis, prescription, markers: marks, data: {} });
    const subjects = (await eventsOf(childId ?? '')).flatMap(e => (e.personal ? [e.subject] : []));
    expect(subjects.length).toBeGreaterThan(0);
    expect(new Set(subjects)).toEqual(new Set([caseId]));
  });

  test('does not ask again for IPR that was done in the chair', async () => {
    const known = await completeDraft(bench);
    const asked = [{ contact: '13-12', mm: 0.2 }, { contact: '11-21', mm: 0.3 }, { contact: '22-23' }];
    const saved = await bench.send('PUT', `/api/cases/${known}/markers`, {
      as: 'doctor',
      body: { ipr: asked, confirmed: true },
    });
    expect(saved.status).toBe(200);
    const caseId = await atThirty(known);
    const done = [
      { between: [12, 13], mm: 0.2 },
      { between: [11, 21], mm: 0.1 },
    ];
    const visit = { date: '2026-11-20', stage: 0, ipr: done };
    expect((await performAction(bench, 'doctor', caseId, 'recordVisit', visit)).status).toBe(200);
    await performAction(bench, 'doctor', caseId, 'refine', reason);
    const { childId } = await bench.deps.streams.load(caseId);
    const { markers } = (await bench.deps.streams.load(childId ?? '')).sections;
    expect(markers.ipr).toEqual(asked.slice(1));
  });

  test('is listed in one line with the earlier cases, for those who see them', async () => {
    const first = await atThirty();
    const refined = async (caseId: string) => {
      await performAction(bench, 'doctor', caseId, 'refine', reason);
      return (await bench.deps.streams.load(caseId)).childId ?? '';
    };
    const second = await atThirty(await refined(first));
    const third = await refined(second);
    const line = async (as: TestPersonName, caseId: string) => {
      const { data } = await bench.get<{ items: { caseId: string }[] }>(`/api/cases/${caseId}/lineage`, {
        as,
      });
      return data.items.map(item => item.caseId);
    };
    for (const caseId of [first, second, third])
      expect(await line('doctor', caseId)).toEqual([first, second, third]);
    // A draft is visible to its doctor only.
    expect(await line('expert', second)).toEqual([first, second]);
  });

  test('is created once, even if the node crashed between the two appends', async () => {
    const caseId = await atThirty();
    lost = stream => stream !== caseStreamOf(caseId);
    const how = { as: 'doctor' as const, body: reason, headers: key('k1') };
    expect((await bench.post(`/api/cases/${caseId}/actions/refine`, how)).status).toBe(503);
    lost = () => false;
    const parent = await bench.deps.streams.load(caseId);
    expect(parent.status).toBe(Status.InRefinement);
    const opened = { id: eventIdOf(commandIdOf('p-doctor', 'k1'), 0), at: parent.updatedAt, by: 'p-doctor' };
    await createRefinementCase(bench.deps.streams, parent, opened);
    await createRefinementCase(bench.deps.streams, parent, opened);
    expect((await bench.post(`/api/cases/${caseId}/actions/refine`, how)).status).toBe(200);
    const events = await eventsOf(parent.childId ?? '');
    expect(events.map(e => e.type)).toEqual(['CaseCreated', ...Array(4).fill('SectionSaved')]);
    expect(events[0]?.id).toBe(eventIdOf(refinementCommandId(opened.id), 0));
  });
});

test('writes nothing more after the patient’s erasure', async () => {
  const caseId = await createCase(bench);
  await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '张伟' } });
  await bench.deps.keyring.eraseSubject(caseId);
  const refused = await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '王芳' } });
  expect(refused).toMatchObject({ status: 409, code: 103012 });
  expect(await eventsOf(caseId)).toHaveLength(2);
});

test.each<[string, () => Error]>([
  ['the log went away', () => new Refusal('logDown')],
  ['another try found the stream longer', () => new WrongRevisionError('case', 1n, 2n)],
])('that succeeded without an answer is answered once, and is no other command: %s', async (_why, error) => {
  const caseId = await createCase(bench);
  unheard = error;
  const how = { as: 'doctor' as const, body: { name: '张伟' }, headers: key('k1') };
  expect((await bench.put(`/api/cases/${caseId}/patient`, how)).status).toBe(200);
  expect((await bench.put(`/api/cases/${caseId}/patient`, how)).status).toBe(200);
  expect((await eventsOf(caseId)).map(({ type }) => type)).toEqual(['CaseCreated', 'SectionSaved']);
  const other = await bench.put(`/api/cases/${caseId}/patient`, { ...how, body: { name: '王芳' } });
  expect(other.code).toBe(104006);
});
