import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Upload } from '#events/case/decide.ts';
import type { NamedAction } from '#events/case/decider.ts';
import type { Status } from '#events/case/status.ts';
import { caseStream } from '#events/case/stream.ts';
import type { NewEvent } from '#events/envelope.ts';
import { type Bench, type Name, openBench } from './testing/bench.ts';
import { completeDraft, newCase } from './testing/walk.ts';

type Operation = { requestBody?: { content: Record<string, { example?: unknown }> }; security: object[] };
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

const plan: Upload = {
  id: 'f-plan',
  kind: 'plan',
  slot: null,
  sha256: 'a'.repeat(64),
  size: 100,
  mime: 'application/json',
  name: 'plan.json',
};

let bench: Bench;
let document: Document;
beforeAll(async () => {
  bench = await openBench({ uploads: new Map([['f-plan', plan]]) });
  document = await (await bench.send('GET', '/api/openapi.json')).json();
});
afterAll(() => bench.close());

const examples = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const content = requestBody?.content['application/json'];
      return content ? [{ path, method: method.toUpperCase(), example: content.example }] : [];
    }),
  );

test('every route of the API is in it, and nothing else with a session', () => {
  const described = bench.routes.flatMap(r =>
    (r.described ?? [r]).map(o => `${r.method} ${o.path.replace(/:(\w+)/g, '{$1}')}`),
  );
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method} ${path}`),
  );
  const besides = ['post /api/uploads', 'get /api/files/{id}', 'get /api/cases/export.xlsx'];
  expect(listed.sort()).toEqual([...described, ...besides].sort());
  expect(document.openapi).toBe('3.1.0');
});

test('every body has an example', () => {
  for (const { path, example } of examples()) expect([path, example]).toEqual([path, expect.anything()]);
});

test('the sections’ examples, one after the other, leave a new case at 7, its files missing and no courier', async () => {
  const caseId = await newCase(bench);
  let status = 0;
  for (const { path, method, example } of examples()) {
    if (!/^\/api\/cases\/\{id\}\/\w+$/.test(path) || method !== 'PUT') continue;
    const answer = await bench.put<{ status: number }>(path.replace('{id}', caseId), {
      as: 'doctor',
      body: example,
    });
    expect([path, answer.status]).toEqual([path, 200]);
    status = answer.data.status;
  }
  expect(status).toBe(7);
  const { data } = await bench.get<{ missing: { section: string }[] }>(`/api/cases/${caseId}`, {
    as: 'doctor',
  });
  expect(new Set(data.missing.map(m => m.section))).toEqual(new Set(['files']));
});

/** Where each action can be taken, and by whom: a case is put there by an event, then the example is sent. */
const ready: Record<NamedAction, { at: Status; as: Name; prior?: Status }> = {
  deleteDraft: { at: 9, as: 'doctor' },
  submitCase: { at: 9, as: 'doctor' },
  withdraw: { at: 10, as: 'doctor' },
  acceptCase: { at: 10, as: 'supervisor' },
  deniedCase: { at: 10, as: 'supervisor' },
  modelsPrepared: { at: 12, as: 'doctor' },
  modelsRefused: { at: 12, as: 'doctor' },
  scansRecorded: { at: 27, as: 'technician' },
  requestInfo: { at: 21, as: 'supervisor' },
  answer: { at: 11, as: 'doctor', prior: 21 },
  cancelRequest: { at: 11, as: 'supervisor', prior: 21 },
  suspend: { at: 13, as: 'supervisor' },
  continue: { at: 33, as: 'supervisor', prior: 13 },
  getCase: { at: 21, as: 'supervisor' },
  allocateCase: { at: 21, as: 'supervisor' },
  reassign: { at: 13, as: 'supervisor' },
  submitTarget: { at: 13, as: 'technician' },
  targetExpertReview: { at: 28, as: 'expert' },
  targetDoctorReview: { at: 29, as: 'doctor' },
  submitPlan: { at: 13, as: 'technician' },
  recallPlan: { at: 14, as: 'technician' },
  qualityAudit: { at: 14, as: 'expert' },
  confirmDoctor: { at: 15, as: 'doctor' },
  scheduleProduction: { at: 16, as: 'vendor' },
  returnToDesign: { at: 16, as: 'vendor' },
  ship: { at: 17, as: 'vendor' },
  batchFailed: { at: 17, as: 'vendor' },
  confirmReceipt: { at: 23, as: 'doctor' },
  reportLost: { at: 23, as: 'doctor' },
  nextBatch: { at: 25, as: 'doctor' },
  refine: { at: 30, as: 'doctor' },
  refinementEnded: { at: 26, as: 'doctor' },
  complete: { at: 30, as: 'doctor' },
  archive: { at: 24, as: 'doctor' },
  unarchive: { at: 24, as: 'admin' },
};

/** Puts a case where an action is open: with a technician, a plan that was approved, a batch, a shipment. */
async function caseAt(name: NamedAction, { at, prior }: { at: Status; prior?: Status }): Promise<string> {
  const caseId = await completeDraft(bench);
  const { store, streams, clock } = bench.deps;
  const stamp = () => ({
    v: 1,
    at: new Date(clock.now()).toISOString(),
    by: 'p-supervisor',
    id: crypto.randomUUID(),
  });
  const bundle = 'a'.repeat(64);
  const file = { id: 'f-plan', kind: 'plan', slot: null, sha256: bundle, size: 1, mime: 'application/json' };
  const version = { version: 1, upperStages: 24, lowerStages: 20, files: [file], bundle };
  const submitted = { data: { to: 14, ...version }, personal: { name: 'Plan 1', names: {} } };
  const range = { upper: { from: 1, to: 10 }, lower: null };
  const parcel = {
    shipment: 1,
    batch: 1,
    courier: 2,
    trackingNumber: 'EMS123456',
    quantity: 10,
    first: true,
    ...range,
  };
  const scheduled = [{ type: 'ProductionScheduled', data: { to: 17, batch: 1, bundle, ...range } }];
  const shipped = at === 23 ? [...scheduled, { type: 'BatchShipped', data: { to: 23, ...parcel } }] : [];
  const planned = [
    { type: 'CaseAllocated', data: { to: 13, assigneeId: 'p-technician' }, personal: {} },
    { type: 'TargetSubmitted', ...submitted, data: { ...submitted.data, to: 28 } },
    { type: 'PlanSubmitted', ...submitted },
    ...(at >= 16 && at !== 28 && at !== 29
      ? [
          {
            type: 'PlanDoctorReviewed',
            data: { to: 16, version: 1, result: 'approved', bundle },
            personal: {},
          },
        ]
      : []),
    ...(at === 17 ? scheduled : shipped),
  ];
  const early: readonly Status[] = [9, 10, 12, 21, 27];
  const moved = [
    ...(early.includes(at) || prior === 21 ? [] : planned),
    ...(prior === undefined ? [] : [{ type: 'InfoAnswered', data: { to: prior, files: [] }, personal: {} }]),
    ...(at === 9 ? [] : [{ type: 'InfoAnswered', data: { to: at, files: [] }, personal: {} }]),
    ...(name === 'unarchive' ? [{ type: 'CaseArchived', data: {} }] : []),
  ];
  const { revision } = await streams.load(caseId);
  if (moved.length > 0)
    await store.append(
      caseStream(caseId),
      BigInt(revision),
      // The boundary: written as JSON, told apart by their types.
      moved.map(e => ({ subject: caseId, ...e, ...stamp() })) as NewEvent[],
    );
  await bench.deps.models.reached(await store.head(), 5_000);
  return caseId;
}

test.each(Object.entries(ready))('the example of %s is accepted as it stands', async (name, where) => {
  const path = `/api/cases/{id}/actions/${name}`;
  const { example } = examples().find(e => e.path === path) ?? {};
  // The boundary: the table's keys are the actions' names.
  const caseId = await caseAt(name as NamedAction, where);
  const answer = await bench.post(path.replace('{id}', caseId), { as: where.as, body: example });
  const systems = ['modelsPrepared', 'modelsRefused', 'refinementEnded'].includes(name);
  expect([name, answer.status, answer.data]).toEqual([
    name,
    systems ? 403 : 200,
    systems ? null : expect.anything(),
  ]);
});

test('every other example is accepted as it stands', async () => {
  const done = new Set<string>();
  for (const { path, method, example } of examples()) {
    if (path.startsWith('/api/cases/{id}/')) continue;
    const as: Name = path.startsWith('/api/users') ? 'admin' : 'doctor';
    const token = await bench.tokenOf(as);
    const call = path === '/api/login' || path === '/login' ? {} : { token };
    const to = path.replace('{token}', token).replace('{id}', 'p-technician2');
    const answer = await bench.send(
      method,
      to,
      path === '/login' ? { form: Object(example) } : { ...call, body: example },
    );
    expect([method, path, answer.status]).toEqual([method, path, path === '/login' ? 303 : 200]);
    if (method === 'PUT' && path === '/api/login/{token}') bench.tokens.clear();
    done.add(`${method} ${path}`);
  }
  expect(done.size).toBe(examples().filter(e => !e.path.startsWith('/api/cases/{id}/')).length);
});

test('the page shows every call without a script', async () => {
  const response = await bench.send('GET', '/api/docs');
  const page = await response.text();
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(page).not.toContain('<script');
  for (const path of ['/api/login', '/api/cases/:id/actions/submitCase']) expect(page).toContain(path);
});
