import { afterAll, beforeAll, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { type CasePast, pastAt } from '#events/testing/past.ts';
import type { PatientItem, PatientList } from '#projections/patients/view.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
/** A case with a wear record, one without, and one in design. Today is 2026-11-20 in Shanghai. */
let [worn, bare, designed]: string[] = [];

/** Creates a case of the server's doctor with a scripted past. */
async function having(past: CasePast): Promise<string> {
  const caseId = await createCase(bench);
  const { store, models } = bench.deps;
  // Appends the decider's events; the case itself exists already.
  const events = past.slice(1).map(e => ({
    ...e,
    id: crypto.randomUUID(),
    subject: caseId,
    ...(e.type === 'SectionSaved' &&
      e.data.section === 'diagnosis' && {
        personal: { value: { diagnosis: { ...e.personal.value.diagnosis, corrections: [159] } } },
      }),
  }));
  await store.append(caseStreamOf(caseId), 0n, events);
  await models.reached(await store.head(), 120_000);
  return caseId;
}

const wear = (caseId = worn, as: TestPersonName = 'doctor') =>
  bench.get<Record<string, unknown>>(`/api/cases/${caseId}/wear`, { as });
const list = async (rest = '', as: TestPersonName = 'doctor') =>
  (await bench.get<PatientList>(`/api/patients?size=100${rest}`, { as })).data;
const revisions = () =>
  Promise.all([worn, bare, designed].map(async id => (await bench.deps.streams.load(id ?? '')).revision));
/** Moves the clock; sessions expire. */
const later = (at: string) => {
  bench.clock.set(Date.parse(at));
  bench.tokens.clear();
};
const idsOf = (items: PatientItem[]) => items.map(item => item.caseId);

beforeAll(async () => {
  bench = await openTestServer();
  worn = await having(pastAt[Status.AwaitingNextBatch]);
  bare = await having(pastAt[Status.AwaitingNextBatch]);
  designed = await having(pastAt[Status.PlanUnderDesign]);
});
afterAll(() => bench.close());

test('a wear record is started by its own call, once per key, and answers with today at the clinic', async () => {
  const body = { start: '2026-11-02', stage: 1, days: 7 };
  const headers = { 'Idempotency-Key': 'wear-1' };
  const first = await bench.post(`/api/cases/${worn}/wear`, { as: 'doctor', body, headers });
  const again = await bench.post(`/api/cases/${worn}/wear`, { as: 'doctor', body, headers });
  expect([first.status, again.text]).toEqual([200, first.text]);
  const { data } = await wear();
  expect(data).toMatchObject({
    wear: { ...body, by: { id: 'p-doctor' } },
    today: '2026-11-20',
    zone: 'Asia/Shanghai',
    now: { state: 'worn', stage: 3, day: 5, next: '2026-11-23', left: 3 },
  });
  expect(data.calendar).toContainEqual({ stage: 4, on: '2026-11-23' });
});

test('an invalid wear record is refused by its field, and nothing is written', async () => {
  const before = await revisions();
  const post = (body: unknown, as: TestPersonName = 'doctor', caseId = bare) =>
    bench.post<{ issues?: { path: string }[] }>(`/api/cases/${caseId}/wear`, { as, body });
  for (const [body, path] of [
    [{ start: '2026-11-20', stage: 0 }, 'stage'],
    [{ start: '2026-11-20', stage: 99 }, 'stage'],
    [{ start: '2026-11-31', stage: 1 }, 'start'],
    [{ start: '2026-11-20', stage: 1, days: 0 }, 'days'],
    [{ start: '2026-11-20', stage: 1, more: 1 }, 'more'],
  ] as const) {
    const answer = await post(body);
    expect([answer.status, answer.data.issues?.[0]?.path]).toEqual([400, path]);
  }
  expect((await post({ start: '2026-11-20', stage: 1 }, 'expert')).status).toBe(403);
  expect((await post({ start: '2026-11-20', stage: 1 }, 'doctor2')).status).toBe(404);
  // A case at 13 has nothing to wear, so the action is closed.
  expect((await post({ start: '2026-11-20', stage: 1 }, 'doctor', designed)).status).toBe(409);
  expect((await wear(worn, 'vendor')).status).toBe(403);
  expect(await revisions()).toEqual(before);
});

test('the wear list has cases in treatment for those who see them; the manufacturer has none', async () => {
  const { items, total, types, clinics } = await list();
  expect(idsOf(items)).toEqual([worn, bare]);
  expect([total, types.onTime, types.unrecorded]).toEqual([2, 1, 1]);
  expect(clinics).toHaveLength(1);
  expect(items[0]).toMatchObject({ zone: 'Asia/Shanghai', keeps: true, wear: { start: '2026-11-02' } });
  expect(idsOf((await list('', 'assistant')).items)).toHaveLength(2);
  expect((await list('', 'expert')).items[0]).toMatchObject({ caseId: worn, keeps: false });
  for (const as of ['doctor2', 'other', 'vendor', 'technician2'] as const)
    expect([as, (await list('', as)).items]).toEqual([as, []]);
});

test('every filter of the wear list includes and excludes cases', async () => {
  const [first] = (await list()).items;
  const { gender, flags, corrections, productType, clinic, patientName } = first ?? {};
  const both = [
    ...[`&gender=${gender}`, `&clinical=92,${flags?.[0]}`, `&correction=${corrections?.[0]}`],
    ...[`&docType=${productType ?? 4}`, `&clinic=${encodeURIComponent(clinic ?? '')}`],
    `&keyword=${encodeURIComponent(patientName?.slice(0, 1) ?? '')}`,
  ];
  for (const rest of both) expect([rest, (await list(rest)).total]).toEqual([rest, 2]);
  const none = [
    `&gender=${gender === 1 ? 2 : 1}`,
    '&clinical=107',
    '&correction=171',
    '&keyword=zzzz',
    '&clinic=x',
  ];
  for (const rest of none) expect([rest, (await list(rest)).total]).toEqual([rest, 0]);
  expect(idsOf((await list('&patientType=unrecorded')).items)).toEqual([bare]);
  expect(idsOf((await list(`&keyword=${worn?.toLowerCase()}`)).items)).toEqual([worn]);
  expect(idsOf((await list('&sort=-due')).items)).toEqual([bare, worn]);
  expect((await list('&page=2')).items).toEqual([]);
});

test.each([
  'gender=3',
  'clinical=91',
  'correction=x',
  'patientType=late',
  'docType=5',
  'page=0',
  'size=101',
  'sort=name',
  'more=1',
])('an invalid query of the wear list is refused: %s', async rest => {
  expect((await bench.get(`/api/patients?${rest}`, { as: 'doctor' })).status).toBe(400);
});

test('names in the wear list are masked while the eye is closed', async () => {
  const { data } = await bench.get<PatientList>('/api/patients', {
    as: 'doctor',
    headers: { 'X-Eye': 'hidden' },
  });
  expect(data.items[0]?.patientName).toMatch(/\*\*$/);
});

test('at the clinic’s midnight a patient moves to the next aligner without an event', async () => {
  const before = await revisions();
  const state = async () => [(await wear()).data.now, (await list()).types.attention];
  later('2026-11-22T15:59:59Z');
  expect(await state()).toMatchObject([{ stage: 3, left: 1 }, 0]);
  later('2026-11-22T16:00:00Z');
  expect(await state()).toMatchObject([{ stage: 4, day: 1 }, 0]);
  // Months later all received aligners are worn: the patient waits for the next batch and is first in the
  // list.
  later('2027-03-01T00:00:00Z');
  expect(await state()).toMatchObject([{ state: 'waiting' }, 1]);
  expect(idsOf((await list('&patientType=attention')).items)).toEqual([worn]);
  expect(await revisions()).toEqual(before);
});
