import { afterAll, beforeAll, expect, test } from 'vitest';
import { actions, type NamedAction } from '#events/case/decider.ts';
import { limits } from '#events/case/limits.ts';
import { isPatientViewer } from '#events/case/permissions.ts';
import { Status } from '#events/case/status.ts';
import { toLogPosition } from '#events/log-position.ts';
import { pastAt, pastPermitting, playSteps, treatedPast } from '#events/testing/past.ts';
import { doctor } from '#events/testing/people.ts';
import { uploads } from '#events/testing/world.ts';
import { presentToNobody, type View } from '#projections/view.ts';
import { views } from '#projections/views.ts';
import { createExportJobs } from '../analysis/exports/export-jobs.ts';
import { createUploadRecords } from '../files/upload-record.ts';
import { createAuthenticator } from '../people/testing/authenticator.ts';
import { totpCodeAt } from '../people/totp.ts';
import { createMemoryVault } from '../vault/memory.ts';
import { createCase } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import {
  openTestServer,
  TEST_PASSWORD,
  type TestPersonName,
  type TestServer,
} from './testing/test-server.ts';

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

let bench: TestServer;
let document: Document;
beforeAll(async () => {
  const clock = { now: () => 0 };
  const exportJobs = createExportJobs({
    vault: createMemoryVault(),
    blobs: { drop: async () => undefined },
    clock,
  });
  bench = await openTestServer({ uploads: new Map(uploads), parts: { exportJobs } });
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

test('API description lists every route, and nothing else needs a session', () => {
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

test('API description says which query fields are required', () => {
  const needed = (path: string) =>
    document.paths[path]?.get?.parameters?.filter(p => p.in === 'query').map(p => [p.name, p.required]);
  expect(needed('/api/chats/{id}/messages/{message}/translation')).toEqual([['to', true]]);
  expect(needed('/api/chats')).toEqual([
    ['page', false],
    ['size', false],
    ['desk', false],
  ]);
});

test('API description has an example of every body', () => {
  for (const { path, example } of examples()) expect([path, example]).toEqual([path, expect.anything()]);
});

test('examples of the sections, sent in order, lead a new case to 7, without its files and courier', async () => {
  const caseId = await createCase(bench);
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

test.each(Object.keys(actions) as NamedAction[])('example of %s is accepted unchanged', async action => {
  const path = `/api/cases/{id}/actions/${action}`;
  const { example } = examples().find(e => e.path === path) ?? {};
  const { past, viewer } = pastPermitting(action);
  // Actions of the system or of a patient's link, not of a person.
  const systems = viewer.id === 'system' || isPatientViewer(viewer);
  // Cast: the test's people have the names of the scripted pasts' people.
  const as = systems ? 'doctor' : (viewer.id.slice('p-'.length) as TestPersonName);
  const answer = await bench.post(path.replace('{id}', await createCaseWithPast(bench, past)), {
    as,
    body: example,
  });
  expect([action, answer.status, answer.data]).toEqual([
    action,
    systems ? 403 : 200,
    systems ? null : expect.anything(),
  ]);
});

/** Steps of a retainer order by its id, each with its action. */
const retainerSteps: Record<string, NamedAction> = {
  '/api/retainers/{id}/actions/produce': 'produceRetainer',
  '/api/retainers/{id}/actions/deliver': 'deliverRetainer',
  '/api/retainers/{id}/actions/receive': 'receiveRetainer',
};

test('examples of a replacement tray’s steps are accepted in order', async () => {
  const id = `${await createCaseWithPast(bench, treatedPast)}-T1`;
  for (const [step, as] of [
    ['ship', 'vendor'],
    ['receive', 'doctor'],
  ] as const) {
    const { example } = examples().find(e => e.path === `/api/trays/{id}/actions/${step}`) ?? {};
    const { status } = await bench.post(`/api/trays/${id}/actions/${step}`, { as, body: example });
    expect([step, status]).toEqual([step, 200]);
  }
});

/** Paths of cases and trays, whose examples the tests above send with a suitable case. */
const ofACase = (path: string) => path.startsWith('/api/cases/{id}/') || path.startsWith('/api/trays/');

/** Positions that send the examples of these paths. A doctor sends all others. */
const staff: Record<string, TestPersonName> = {
  '/api/analysis': 'admin',
  '/api/users': 'admin',
  '/api/imports': 'admin',
  '/api/invitations': 'admin',
  '/api/organisations': 'admin',
  '/api/desk': 'service',
  '/api/backOffice': 'admin',
};
const staffOf = (path: string): TestPersonName | undefined =>
  Object.entries(staff).find(([begin]) => path.startsWith(begin))?.[1];

/** Creates an item of the caller by a POST to the same path, so that it can be changed. */
async function kept(
  path: '/api/presets' | '/api/addresses' | '/api/desk/canned' | '/api/analysis/questions',
  body: unknown,
): Promise<string> {
  return (await bench.post<{ id: string }>(path, { as: staffOf(path) ?? 'doctor', body })).data.id;
}

/** Creates an assistant for a command, in the state that the command needs. */
async function assistantFor(verb: string, n: number): Promise<string> {
  const added = await bench.post<{ id: string }>('/api/assistants', {
    as: 'doctor',
    body: {
      ...{ userName: `for.${verb}`, password: 'archline1', name: '李敏' },
      ...{ phone: `1390000010${n}`, address: '上海市' },
    },
  });
  const { id } = added.data;
  const send = (as: TestPersonName, path: string, body: object) =>
    bench.post(`/api/assistants/${id}/${path}`, { as, body });
  if (verb !== 'offers') await send('doctor', 'offers', { account: 'doctor2' });
  if (verb === 'end') await send('doctor2', 'accept', {});
  return id;
}

const TOTP_SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const totpCode = () => totpCodeAt(TOTP_SECRET, bench.clock.now());
const authenticator = createAuthenticator('https://archline.example');
/** The doctor's authenticator, whose passkey the examples add, rename and remove. */
const doctors = createAuthenticator('https://archline.example');

/** Sets up an authenticator app for the analyst and enters the right password. */
async function secondStepTicket(): Promise<string> {
  const { factors } = bench.deps;
  await factors.startTotp('p-analyst', TOTP_SECRET);
  bench.clock.advance(-60_000);
  await factors.confirmTotp('p-analyst', totpCode(), []);
  bench.clock.advance(60_000);
  const body = { userName: 'analyst', password: TEST_PASSWORD };
  return (await bench.post<{ ticket: string }>('/api/login', { body })).data.ticket;
}

/** Adds the passkey of `authenticator` to the technician. */
async function addPasskey(): Promise<void> {
  const { factors, passkeys } = bench.deps;
  const person = { id: 'p-technician', userName: 'technician', name: '李明' };
  const response = authenticator.create(await passkeys.additionOptions(person));
  const passkey = await passkeys.added(person.id, 'Laptop', response);
  if (passkey) await factors.addPasskey(person.id, passkey);
}

type Contact = { phone?: string; email?: string };
const contactCode = async ({ phone, email }: Contact) => {
  const subject = { purpose: 'contact', address: phone ?? email ?? '', personId: 'p-doctor' } as const;
  return { code: await bench.deps.contactCodes.issue(subject) };
};

const publicCode = async (purpose: 'register' | 'forgotPwd', address = '') => {
  bench.clock.advance(limits.codeResendMs);
  return { code: await bench.deps.contactCodes.issue({ purpose, address }) };
};

/** Fields that only a person or an authenticator can know, in place of an example's. */
const knownOnlyThen: Record<string, (example: Contact) => object | Promise<object>> = {
  '/api/profile/phone': contactCode,
  '/api/profile/email': contactCode,
  '/api/register': ({ phone }) => publicCode('register', phone),
  '/api/forgotPwd': ({ phone }) => publicCode('forgotPwd', phone),
  '/api/mail/confirm': () => ({ code: /\d{6}/.exec(bench.mail.sent.at(-1)?.text ?? '')?.[0] }),
  '/api/secondStep': async () => ({ ticket: await secondStepTicket(), code: totpCode() }),
  '/api/passkey': async () => {
    await addPasskey();
    return { response: authenticator.get(await bench.deps.passkeys.signInOptions()) };
  },
  '/api/factors/totp/confirm': async () => {
    await bench.deps.factors.startTotp('p-doctor', TOTP_SECRET);
    return { code: totpCode() };
  },
  '/api/factors/passkeys': async () => {
    const doctor = { id: 'p-doctor', userName: 'doctor', name: '李明' };
    const options = await bench.deps.passkeys.additionOptions(doctor);
    return { response: doctors.create(options) };
  },
  '/api/factors/passkeys/keep': async () => {
    await bench.deps.factors.pausePasskeys('p-doctor');
    return {};
  },
};

async function asSent(path: string, example: unknown): Promise<unknown> {
  return { ...Object(example), ...(await knownOnlyThen[path]?.(Object(example))) };
}

/** Stores the picture that the example of an avatar or a logo names. */
async function keepPicture(kind: 'avatar' | 'logo', by: string, example: unknown): Promise<void> {
  const finished = { at: '2026-11-20T08:00:00Z', sha256: 'a'.repeat(64), mime: 'image/png' };
  await createUploadRecords(bench.deps.vault).put({
    ...{ id: Object(example).file, by, orgId: 'main', caseId: null, kind, slot: null },
    ...{ name: 'me.png', size: 9, startedAt: finished.at, finished, due: false, kept: false },
  });
}

/** Key of a patient's page whose first aligner has been worn for a week on the examples' day. */
async function wearLink(): Promise<string> {
  const begun = { start: '2025-03-07', stage: 1, days: 7 };
  const caseId = await createCaseWithPast(
    bench,
    playSteps(pastAt[Status.AwaitingNextBatch], [doctor, 'recordWear', begun]),
  );
  const { data } = await bench.post<{ path: string }>(`/api/cases/${caseId}/shares`, {
    as: 'doctor',
    body: { for: 'wear' },
  });
  return data.path.split('/').at(-1) ?? '';
}

/** An invitation of a doctor of another organisation. */
async function invitationOfOther(): Promise<string> {
  const email = 'other@far.example';
  await bench.deps.accounts.change({ by: 'system', commandId: crypto.randomUUID() }, 'p-other', { email });
  const { data } = await bench.post<{ caseId: string }>('/api/cases', { as: 'doctor', body: {} });
  const body = { email, level: 'reads', note: '会诊', lang: 'zh-CN' };
  await bench.post(`/api/cases/${data.caseId}/collaborators`, { as: 'doctor', body });
  const own = await bench.get<{ items: { id: string }[] }>('/api/collaborations', { as: 'other' });
  return own.data.items[0]?.id ?? '';
}

/** A cover that ends before the one of the example begins. */
async function coverOfDoctor(): Promise<string> {
  const body = { account: 'doctor2', first: '2030-01-01', last: '2030-01-02', note: '培训' };
  return (await bench.post<{ id: string }>('/api/covers', { as: 'doctor', body })).data.id;
}

/** Native forms, which redirect. */
const forms = ['/login', '/login/secondStep'];

/**
 * Paths without an idempotency key: read marks, where the last request wins; options of a passkey, which are new in
 * each answer; checks; and questions in SQL.
 */
const repeatable = [
  ...['/api/messages/read', '/api/messages/unread'],
  ...['/api/factors/passkeys/options', '/api/imports/check', '/api/organisations/{id}/singleSignOn/test'],
  '/api/analysis/ask',
];

const isCommand = (method: string, path: string): boolean =>
  !repeatable.includes(path) &&
  bench.routes.some(
    route =>
      route.rule !== 'public' &&
      route.method === method.toLowerCase() &&
      (route.described ?? [route]).some(each => each.path.replace(/:(\w+)/g, '{$1}') === path),
  );

/** Expects that a command repeated under its key answers as before and leaves nothing behind. */
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

/** A request for each answer to it: asked with the example of asking, and confirmed where the answer needs that. */
async function dataRequestFor(verb: string): Promise<string> {
  const asking = '/api/cases/{id}/dataRequests';
  const body = examples().find(e => e.path === asking && e.method === 'POST')?.example;
  const path = asking.replace('{id}', await createCase(bench));
  const { status, data } = await bench.post<{ id: string }>(path, { as: 'doctor', body });
  expect([path, status]).toEqual([path, 200]);
  if (verb === 'stop') await bench.post(`/api/dataRequests/${data.id}/confirm`, { as: 'admin', body: {} });
  return data.id;
}

/** Another session of the doctor, which the example of an end ends. */
async function otherSession(): Promise<string> {
  const { sessionId } = await bench.deps.sessions.begin('p-doctor');
  return sessionId;
}

const addedByAdmin = async (path: string, body: object) =>
  (await bench.post<{ id: string }>(path, { as: 'admin', body })).data.id;

test('every other example is accepted unchanged, and once under its key', async () => {
  const exampleOf = (path: string) => examples().find(e => e.path === path && e.method === 'POST')?.example;
  const ids: Record<string, string> = {
    '/api/sessions/{id}/end': await otherSession(),
    '/api/factors/passkeys/{id}': doctors.id,
    '/api/factors/passkeys/{id}/remove': doctors.id,
    '/api/presets/{id}': await kept('/api/presets', {
      ...Object(exampleOf('/api/presets')),
      name: 'To be renamed',
    }),
    '/api/addresses/{id}': await kept('/api/addresses', exampleOf('/api/addresses')),
    '/api/analysis/questions/{id}': await kept(
      '/api/analysis/questions',
      exampleOf('/api/analysis/questions'),
    ),
    '/api/desk/canned/{id}': await kept('/api/desk/canned', exampleOf('/api/desk/canned')),
  };
  const articles = '/api/backOffice/articles';
  const begun = await bench.post<{ id: string }>(articles, { as: 'admin', body: exampleOf(articles) });
  for (const path of [`${articles}/{id}`, `${articles}/{id}/publish`]) ids[path] = begun.data.id;
  for (const more of ['', '/logo', '/rights', '/singleSignOn', '/singleSignOn/test'])
    ids[`/api/organisations/{id}${more}`] = 'main';
  ids['/api/users/{id}/move'] = await addedByAdmin('/api/users', {
    ...Object(exampleOf('/api/users')),
    ...{ userName: 'moved1', phone: null, email: null },
  });
  ids['/api/invitations/{id}/renew'] = await addedByAdmin('/api/invitations', {
    ...Object(exampleOf('/api/invitations')),
    email: 'renewed@clinic.example',
  });
  const by: Record<string, TestPersonName> = {};
  for (const [n, verb] of ['', 'offers', 'freeze', 'unfreeze', 'accept', 'decline', 'end'].entries())
    ids[`/api/assistants/{id}${verb && `/${verb}`}`] = await assistantFor(verb, n);
  ids['/api/covers/{id}/end'] = await coverOfDoctor();
  const invitation = await invitationOfOther();
  for (const verb of ['accept', 'end']) {
    ids[`/api/collaborations/{id}/${verb}`] = invitation;
    by[`/api/collaborations/{id}/${verb}`] = 'other';
  }
  ids['/api/users/{id}/handOver'] = await addedByAdmin('/api/users', {
    ...Object(exampleOf('/api/users')),
    ...{ userName: 'leaving1', phone: null, email: null, position: 'Doctor' },
  });
  by['/api/handOvers'] = 'doctor2';
  for (const verb of ['accept', 'decline', 'end']) by[`/api/assistants/{id}/${verb}`] = 'doctor2';
  for (const verb of ['confirm', 'withdraw', 'stop'])
    ids[`/api/dataRequests/{id}/${verb}`] = await dataRequestFor(verb);
  by['/api/dataRequests/{id}/confirm'] = 'admin';
  for (const [path, action] of Object.entries(retainerSteps)) {
    const { past, viewer } = pastPermitting(action);
    ids[path] = `${await createCaseWithPast(bench, past)}-R1`;
    // Cast: the test's people have the names of the scripted pasts' people.
    by[path] = viewer.id.slice('p-'.length) as TestPersonName;
  }
  for (const { path } of examples())
    if (path.startsWith('/api/chats/{id}')) [ids[path], by[path]] = ['service.p-doctor', 'doctor'];
  by['/api/chats/{id}/handOver'] = 'supervisor';
  const message = { client: '1b0c6a52-2f0d-4d0e-9b53-1d7a6f1c2e55', text: '你好' };
  const said = await bench.post<{ id: string }>('/api/chats/service.p-doctor/messages', {
    as: 'doctor',
    body: message,
  });
  const pictureAt = (path: string) => examples().find(e => e.path === path)?.example;
  await keepPicture('avatar', 'p-doctor', pictureAt('/api/profile/avatar'));
  await keepPicture('logo', 'p-admin', pictureAt('/api/organisations/{id}/logo'));
  const key = await wearLink();
  // This server has no tables.
  const last = { position: toLogPosition('7'), clock: 0 };
  const none = { files: [], views: [] };
  const run = () => Promise.reject(new Error('no tables'));
  const whole = { lacks: () => [], repair: async () => false };
  const tables = { first: last, last, factsAt: last.position, run, source: () => none, ...whole };
  // The object is shared by all test servers of the process.
  bench.deps.analysisTables = { ...bench.deps.analysisTables, open: async () => tables };
  bench.deps.ask = async () => ({
    columns: [],
    rows: [],
    more: false,
    unrepeatable: null,
    last: null,
    lacks: [],
  });
  const done = new Set<string>();
  for (const { path, method, example } of examples()) {
    if (ofACase(path)) continue;
    const as = by[path] ?? staffOf(path) ?? 'doctor';
    const token = await bench.tokenOf(as);
    const isForm = forms.includes(path);
    const call = path === '/api/login' || isForm ? {} : { token };
    const headers = { 'Idempotency-Key': `${method} ${path}`.replaceAll(' ', ':') };
    const to = path
      .replace('{token}', token)
      .replace('{key}', key)
      .replace('{message}', said.data.id)
      .replace('{id}', ids[path] ?? 'p-technician2');
    const body = await asSent(path, example);
    const how = isForm ? { form: Object(example) } : { ...call, headers, body };
    const answer = await bench.send(method, to, how);
    expect([method, path, answer.status]).toEqual([method, path, isForm ? 303 : 200]);
    if (isCommand(method, path)) await expectRepeated(answer, () => bench.send(method, to, how));
    if (method === 'PUT' && path === '/api/login/{token}') bench.tokens.clear();
    done.add(`${method} ${path}`);
  }
  expect(done.size).toBe(examples().filter(e => !ofACase(e.path)).length);
});

test('API description has every view of the socket, and no other', () => {
  const all: readonly View[] = views;
  const pushed = all.filter(view => view.present !== presentToNobody).map(view => view.name);
  expect(Object.keys(document['x-live'].views).sort()).toEqual(pushed.sort());
});

test('docs page shows every call without a script', async () => {
  const response = await bench.send('GET', '/api/docs');
  const page = await response.text();
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  expect(page).not.toContain('<script');
  for (const path of ['/api/login', '/api/cases/:id/actions/submitCase']) expect(page).toContain(path);
});
