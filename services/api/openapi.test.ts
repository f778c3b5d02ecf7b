import { afterAll, beforeAll, expect, test } from 'vitest';
import { actions, type NamedAction } from '#events/case/decider.ts';
import { isPatient } from '#events/case/may.ts';
import { Status } from '#events/case/status.ts';
import { pastAt, pastPermitting, playSteps, treatedPast } from '#events/testing/past.ts';
import { doctor } from '#events/testing/people.ts';
import { uploads } from '#events/testing/world.ts';
import { presentToNobody, type View } from '#projections/view.ts';
import { views } from '#projections/views.ts';
import { type Bench, type Name, openBench } from './testing/bench.ts';
import { caseWith } from './testing/given.ts';
import { newCase } from './testing/walk.ts';

type Operation = {
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  security: object[];
};
type Document = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  'x-live': { views: Record<string, string> };
};

let bench: Bench;
let document: Document;
beforeAll(async () => {
  bench = await openBench({ uploads: new Map(uploads) });
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
  const besides = [
    'post /api/uploads',
    'get /api/files/{id}',
    'get /api/files/{id}/picture',
    'get /api/files/{id}/mesh',
    'get /api/cases/export.xlsx',
  ];
  expect(listed.sort()).toEqual([...described, ...besides].sort());
  expect(document.openapi).toBe('3.1.0');
});

test('a query says which of its fields there have to be', () => {
  const needed = (path: string) =>
    document.paths[path]?.get?.parameters?.filter(p => p.in === 'query').map(p => [p.name, p.required]);
  expect(needed('/api/chats/{id}/messages/{message}/translation')).toEqual([['to', true]]);
  expect(needed('/api/chats')).toEqual([
    ['page', false],
    ['size', false],
    ['desk', false],
  ]);
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

test.each(Object.keys(actions) as NamedAction[])(
  'the example of %s is accepted as it stands',
  async action => {
    const path = `/api/cases/{id}/actions/${action}`;
    const { example } = examples().find(e => e.path === path) ?? {};
    const { past, viewer } = pastPermitting(action);
    // No person's: the system's own, or by the link of a patient's page.
    const systems = viewer.id === 'system' || isPatient(viewer);
    // The boundary: the bench's people are called as those of the pasts are.
    const as = systems ? 'doctor' : (viewer.id.slice('p-'.length) as Name);
    const answer = await bench.post(path.replace('{id}', await caseWith(bench, past)), { as, body: example });
    expect([action, answer.status, answer.data]).toEqual([
      action,
      systems ? 403 : 200,
      systems ? null : expect.anything(),
    ]);
  },
);

/** The steps of a retainer order by the order's id, each with the action that it stands for. */
const retainerSteps: Record<string, NamedAction> = {
  '/api/retainers/{id}/actions/produce': 'produceRetainer',
  '/api/retainers/{id}/actions/deliver': 'deliverRetainer',
  '/api/retainers/{id}/actions/receive': 'receiveRetainer',
};

test('the examples of a replacement tray’s steps are accepted one after the other', async () => {
  const id = `${await caseWith(bench, treatedPast)}-T1`;
  for (const [step, as] of [
    ['ship', 'vendor'],
    ['receive', 'doctor'],
  ] as const) {
    const { example } = examples().find(e => e.path === `/api/trays/{id}/actions/${step}`) ?? {};
    const { status } = await bench.post(`/api/trays/${id}/actions/${step}`, { as, body: example });
    expect([step, status]).toEqual([step, 200]);
  }
});

/** Tested above, each with a case that it needs. */
const ofACase = (path: string) => path.startsWith('/api/cases/{id}/') || path.startsWith('/api/trays/');

/** Who sends the examples that are not a doctor's. */
const staff: Record<string, Name> = {
  '/api/users': 'admin',
  '/api/desk': 'service',
  '/api/backOffice': 'admin',
};
const staffOf = (path: string): Name | undefined =>
  Object.entries(staff).find(([begin]) => path.startsWith(begin))?.[1];

/** Something of somebody's own that is there to be changed, by the call that keeps it. */
async function kept(
  path: '/api/presets' | '/api/addresses' | '/api/desk/canned',
  body: unknown,
): Promise<string> {
  return (await bench.post<{ id: string }>(path, { as: staffOf(path) ?? 'doctor', body })).data.id;
}

/** The code that came by mail, in the place of the example's. */
function asSent(path: string, example: unknown): unknown {
  if (path !== '/api/mail/confirm') return example;
  const [code] = /\d{6}/.exec(bench.mail.sent.at(-1)?.text ?? '') ?? [];
  return { ...Object(example), code };
}

/** The key of a patient's page, whose first aligner was worn for a week on the day of the examples. */
async function wearLink(): Promise<string> {
  const begun = { start: '2025-03-07', stage: 1, days: 7 };
  const caseId = await caseWith(
    bench,
    playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'recordWear', begun]),
  );
  const { data } = await bench.post<{ path: string }>(`/api/cases/${caseId}/shares`, {
    as: 'doctor',
    body: { for: 'wear' },
  });
  return data.path.split('/').at(-1) ?? '';
}

/** Marks how far somebody has read: each one is written, and the last one counts. */
const marks = ['/api/messages/read', '/api/messages/unread'];

const isCommand = (method: string, path: string): boolean =>
  !marks.includes(path) &&
  bench.routes.some(
    route =>
      route.rule !== 'public' &&
      route.method === method.toLowerCase() &&
      (route.described ?? [route]).some(each => each.path.replace(/:(\w+)/g, '{$1}') === path),
  );

/** Commands that are sent again under their key answer as before, and leave nothing behind. */
async function expectRepeated(first: Response, again: () => Promise<Response>): Promise<void> {
  const { store, models } = bench.deps;
  const [head, letters] = [await store.head(), bench.mail.sent.length];
  await models.reached(head, 120_000);
  const second = await again();
  const told = async (answer: Response) => [
    answer.status,
    answer.headers.get('X-Position'),
    await answer.text(),
  ];
  expect(await told(second)).toEqual(await told(first));
  expect([await store.head(), bench.mail.sent.length]).toEqual([head, letters]);
}

test('every other example is accepted as it stands, and once under its key', async () => {
  const exampleOf = (path: string) => examples().find(e => e.path === path && e.method === 'POST')?.example;
  const ids: Record<string, string> = {
    '/api/presets/{id}': await kept('/api/presets', {
      ...Object(exampleOf('/api/presets')),
      name: 'To be renamed',
    }),
    '/api/addresses/{id}': await kept('/api/addresses', exampleOf('/api/addresses')),
    '/api/desk/canned/{id}': await kept('/api/desk/canned', exampleOf('/api/desk/canned')),
  };
  const articles = '/api/backOffice/articles';
  const begun = await bench.post<{ id: string }>(articles, { as: 'admin', body: exampleOf(articles) });
  for (const path of [`${articles}/{id}`, `${articles}/{id}/publish`]) ids[path] = begun.data.id;
  const by: Record<string, Name> = {};
  for (const [path, action] of Object.entries(retainerSteps)) {
    const { past, viewer } = pastPermitting(action);
    ids[path] = `${await caseWith(bench, past)}-R1`;
    // The boundary: the bench's people are called as those of the pasts are.
    by[path] = viewer.id.slice('p-'.length) as Name;
  }
  for (const { path } of examples())
    if (path.startsWith('/api/chats/{id}')) [ids[path], by[path]] = ['service.p-doctor', 'doctor'];
  by['/api/chats/{id}/handOver'] = 'supervisor';
  const message = { client: '1b0c6a52-2f0d-4d0e-9b53-1d7a6f1c2e55', text: '你好' };
  const said = await bench.post<{ id: string }>('/api/chats/service.p-doctor/messages', {
    as: 'doctor',
    body: message,
  });
  const key = await wearLink();
  const done = new Set<string>();
  for (const { path, method, example } of examples()) {
    if (ofACase(path)) continue;
    const as = by[path] ?? staffOf(path) ?? 'doctor';
    const token = await bench.tokenOf(as);
    const call = path === '/api/login' || path === '/login' ? {} : { token };
    const headers = { 'Idempotency-Key': `${method} ${path}`.replaceAll(' ', ':') };
    const to = path
      .replace('{token}', token)
      .replace('{key}', key)
      .replace('{message}', said.data.id)
      .replace('{id}', ids[path] ?? 'p-technician2');
    const how =
      path === '/login' ? { form: Object(example) } : { ...call, headers, body: asSent(path, example) };
    const answer = await bench.send(method, to, how);
    expect([method, path, answer.status]).toEqual([method, path, path === '/login' ? 303 : 200]);
    if (isCommand(method, path)) await expectRepeated(answer, () => bench.send(method, to, how));
    if (method === 'PUT' && path === '/api/login/{token}') bench.tokens.clear();
    done.add(`${method} ${path}`);
  }
  expect(done.size).toBe(examples().filter(e => !ofACase(e.path)).length);
});

test('every view that the socket may name is described, and no other', () => {
  const all: readonly View[] = views;
  const pushed = all.filter(view => view.present !== presentToNobody).map(view => view.name);
  expect(Object.keys(document['x-live'].views).sort()).toEqual(pushed.sort());
});

test('the page shows every call without a script', async () => {
  const response = await bench.send('GET', '/api/docs');
  const page = await response.text();
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(page).not.toContain('<script');
  for (const path of ['/api/login', '/api/cases/:id/actions/submitCase']) expect(page).toContain(path);
});
