import { afterAll, beforeAll, expect, test } from 'vitest';
import { actions, type NamedAction } from '#events/case/decider.ts';
import { readyFor, treated } from '#events/testing/past.ts';
import { uploads } from '#events/testing/world.ts';
import { type Bench, type Name, openBench } from './testing/bench.ts';
import { caseWith } from './testing/given.ts';
import { newCase } from './testing/walk.ts';

type Operation = { requestBody?: { content: Record<string, { example?: unknown }> }; security: object[] };
type Document = { openapi: string; paths: Record<string, Record<string, Operation>> };

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
    const { past, viewer } = readyFor(action);
    const systems = viewer.id === 'system';
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
  const id = `${await caseWith(bench, treated)}-T1`;
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

/** Something of the doctor's own that is there to be changed, by the call that keeps it. */
async function kept(path: '/api/presets' | '/api/addresses', body: unknown): Promise<string> {
  return (await bench.post<{ id: string }>(path, { as: 'doctor', body })).data.id;
}

test('every other example is accepted as it stands', async () => {
  const exampleOf = (path: string) => examples().find(e => e.path === path && e.method === 'POST')?.example;
  const ids: Record<string, string> = {
    '/api/presets/{id}': await kept('/api/presets', {
      ...Object(exampleOf('/api/presets')),
      name: 'To be renamed',
    }),
    '/api/addresses/{id}': await kept('/api/addresses', exampleOf('/api/addresses')),
  };
  const by: Record<string, Name> = {};
  for (const [path, action] of Object.entries(retainerSteps)) {
    const { past, viewer } = readyFor(action);
    ids[path] = `${await caseWith(bench, past)}-R1`;
    // The boundary: the bench's people are called as those of the pasts are.
    by[path] = viewer.id.slice('p-'.length) as Name;
  }
  const done = new Set<string>();
  for (const { path, method, example } of examples()) {
    if (ofACase(path)) continue;
    const as: Name = by[path] ?? (path.startsWith('/api/users') ? 'admin' : 'doctor');
    const token = await bench.tokenOf(as);
    const call = path === '/api/login' || path === '/login' ? {} : { token };
    const to = path.replace('{token}', token).replace('{id}', ids[path] ?? 'p-technician2');
    const answer = await bench.send(
      method,
      to,
      path === '/login' ? { form: Object(example) } : { ...call, body: example },
    );
    expect([method, path, answer.status]).toEqual([method, path, path === '/login' ? 303 : 200]);
    if (method === 'PUT' && path === '/api/login/{token}') bench.tokens.clear();
    done.add(`${method} ${path}`);
  }
  expect(done.size).toBe(examples().filter(e => !ofACase(e.path)).length);
});

test('the page shows every call without a script', async () => {
  const response = await bench.send('GET', '/api/docs');
  const page = await response.text();
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(page).not.toContain('<script');
  for (const path of ['/api/login', '/api/cases/:id/actions/submitCase']) expect(page).toContain(path);
});
