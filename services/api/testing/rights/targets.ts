/** The things that the rights matrix is about. All belong to the clinic's owner or to the laboratory's desk. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { caseStreamOf } from '#events/case/stream.ts';
import { treatedPast } from '#events/testing/past.ts';
import type { ExportJob } from '../../../analysis/exports/export-jobs.ts';
import { createUploadRecords } from '../../../files/upload-record.ts';
import { createAuthenticator } from '../../../people/testing/authenticator.ts';
import { articleText } from '../articles.ts';
import { createDataRequestWorker } from '../data-requests.ts';
import type { TestServer } from '../test-server.ts';
import type { TargetKind } from './expectation.ts';

/** `rest`: the values of the path's other segments. `missing`: an id of the same form that nothing has. */
export type RightsTarget = { id: string; missing: string; rest?: Readonly<Record<string, string>> };

const MISSING = '0197c8e0-0000-7000-8000-000000000000';
const TODAY = '2026-10-01';

type Create = (as: string, path: string, body?: object) => Promise<string>;

function createdBy(bench: TestServer, tokenOf: (viewer: string) => string): Create {
  return async (as, path, body) => {
    const example = bench.routes.find(r => r.method === 'post' && r.path === path)?.body?.example;
    const sent = body ?? Object(example);
    const answer = await bench.post<{ id?: string; caseId?: string }>(path, {
      token: tokenOf(as),
      body: sent,
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`);
    return answer.data?.id ?? answer.data?.caseId ?? '';
  };
}

/** A case of the owner with aligners, a tray and a retainer, a share link and a model. */
async function addCase(bench: TestServer, create: Create): Promise<{ caseId: string; share: string }> {
  const { store, models } = bench.deps;
  const caseId = await create('owner', '/api/cases', {});
  const events = treatedPast.slice(1).map(e => ({ ...e, id: crypto.randomUUID(), subject: caseId }));
  await store.append(caseStreamOf(caseId), 0n, events);
  await models.reached(await store.head(), 120_000);
  const share = await create('owner', `/api/cases/${caseId}/shares`, { for: 'wear' });
  await addModel(bench, caseId);
  return { caseId, share };
}

/** Adds a model of the case together with its previews, so that the test does not draw them. */
async function addModel({ deps, files }: TestServer, caseId: string): Promise<void> {
  const source = join(tmpdir(), deps.ids.uuid());
  const sha256 = 'a'.repeat(64);
  for (const part of [undefined, 'picture-upper', 'mesh'] as const) {
    writeFileSync(source, 'bytes');
    await files?.blobs.keep({ orgId: 'clinic', sha256, part }, source);
  }
  rmSync(source, { force: true });
  const finished = { at: '2026-11-20T08:00:00Z', sha256, mime: 'model/stl' };
  await createUploadRecords(deps.vault).put({
    ...{ id: 'model', by: 'owner', orgId: 'clinic', caseId, kind: 'stl', slot: 'upper' },
    ...{ name: 'upper.stl', size: 5, startedAt: finished.at, finished, due: false, kept: true },
  });
}

/** Publishes an article of the laboratory. */
async function addArticle(bench: TestServer, create: Create, token: string): Promise<string> {
  const id = await create('Admin, serving', '/api/backOffice/articles', { kind: 'news' });
  const texts = { en: articleText('Title'), 'zh-CN': articleText('标题', '正文') };
  await bench.put(`/api/backOffice/articles/${id}`, { token, body: { edition: 0, texts } });
  await create('Admin, serving', `/api/backOffice/articles/${id}/publish`, {});
  return id;
}

/** A cover that begins long after the test, so that it gives no right yet. */
const futureCover = { account: 'own-Doctor', first: '2030-01-07', last: '2030-01-18', note: '年假' };

/** An open invitation to the owner's case. */
async function addInvitation(bench: TestServer, token: string, caseId: string): Promise<string> {
  const path = `/api/cases/${caseId}/collaborators`;
  const body = { email: 'invited@far.example', level: 'reads', note: '会诊', lang: 'zh-CN' };
  await bench.post(path, { token, body });
  return (await bench.get<{ items: { id: string }[] }>(path, { token })).data.items[0]?.id ?? '';
}

/** A colleague's assistant whom the owner is asked to share. */
async function addOffered(create: Create): Promise<string> {
  const person = { userName: 'offered1', password: 'archline1', name: '李敏', address: '上海市' };
  const id = await create('Doctor, own', '/api/assistants', { ...person, phone: '13900000101' });
  await create('Doctor, own', `/api/assistants/${id}/offers`, { account: 'owner' });
  return id;
}

/** A copy of the case's patient that its owner can download, and another request that waits for a second person. */
async function addDataRequests(bench: TestServer, create: Create, caseId: string) {
  const body = { kind: 'copy', reason: 'asked' };
  const ask = () => create('owner', `/api/cases/${caseId}/dataRequests`, body);
  const copy = await ask();
  await create('Admin, serving', `/api/dataRequests/${copy}/confirm`, {});
  await createDataRequestWorker(bench).work();
  return { copy, request: await ask() };
}

async function addPasskey({ deps }: TestServer): Promise<string> {
  const authenticator = createAuthenticator('https://archline.example');
  const options = await deps.passkeys.additionOptions({ id: 'owner', userName: 'owner', name: '李明' });
  const passkey = await deps.passkeys.added('owner', 'Laptop', authenticator.create(options));
  if (passkey) await deps.factors.addPasskey('owner', passkey);
  return authenticator.id;
}

/** A finished export of the laboratory's analyst. */
async function addExport({ deps, files }: TestServer): Promise<string> {
  const id = deps.ids.uuid();
  const order = {
    id,
    by: 'serving-Analyst',
    orgId: 'main',
    at: '2026-11-20T08:00:00Z',
    format: 'csv',
  } as const;
  const job: ExportJob = {
    ...{ ...order, trace: 'case', tables: ['events'], from: null, to: null, position: '7', clock: 0 },
    ...{ definition: '', state: 'ready', why: null, progress: { done: 0, events: 0 } },
    ...{ file: { blob: 'b'.repeat(64), sha256: 'c'.repeat(64), bytes: 5, events: 0 } },
    until: '2099-01-01T00:00:00Z',
  };
  const source = join(tmpdir(), id);
  writeFileSync(source, 'bytes');
  await files?.blobs.keep({ orgId: 'main', sha256: 'b'.repeat(64) }, source);
  rmSync(source);
  await files?.exportJobs.enqueue(job);
  await files?.exportJobs.note(job);
  return id;
}

/** Things of the owner's colleague, below which no part of the owner's things is found. */
export async function addColleagueTargets(bench: TestServer, tokenOf: (viewer: string) => string) {
  const create = createdBy(bench, tokenOf);
  const said = { client: bench.deps.ids.uuid(), text: '你好' };
  await create('Doctor, own', '/api/chats/service.own-Doctor/messages', said);
  return { case: await create('Doctor, own', '/api/cases', {}), chat: 'service.own-Doctor' };
}

/** Creates all targets. @param tokenOf the session of a viewer, by its name */
export async function addTargets(
  bench: TestServer,
  tokenOf: (viewer: string) => string,
): Promise<Record<TargetKind, RightsTarget>> {
  const create = createdBy(bench, tokenOf);
  const { caseId, share } = await addCase(bench, create);
  const { copy, request } = await addDataRequests(bench, create, caseId);
  const inCase = {
    version: '1',
    at: '0',
    stage: '1',
    number: '1',
    shareId: share,
    from: 'x',
    fileId: 'model',
  };
  const said = { client: crypto.randomUUID(), text: '你好' };
  const message = await create('owner', '/api/chats/service.owner/messages', said);
  const sessions = await bench.get<{ items: { id: string }[] }>('/api/sessions', { token: tokenOf('owner') });
  await create('owner', '/api/assistants/helper/offers', { account: 'own-Doctor' });
  await create('Admin, serving', '/api/desk/holidays', { day: TODAY, works: false, name: '国庆节' });
  const entries = await bench.get<{ items: { id: string }[] }>('/api/audit?kind=signIn', {
    token: tokenOf('Admin, own'),
  });
  const article = await addArticle(bench, create, tokenOf('Admin, serving'));
  const invitation = await addInvitation(bench, tokenOf('owner'), caseId);
  return {
    notebookKey: { id: await create('Analyst, serving', '/api/analysis/keys'), missing: MISSING },
    analysisExport: { id: await addExport(bench), missing: MISSING },
    cover: { id: await create('owner', '/api/covers', futureCover), missing: MISSING },
    collaborator: { id: invitation, missing: MISSING },
    invitedTo: { id: invitation, missing: MISSING },
    person: { id: 'own-Technician', missing: 'none' },
    organisation: { id: 'clinic', missing: 'none' },
    invitation: { id: await create('Admin, own', '/api/invitations'), missing: MISSING },
    assistant: { id: 'helper', missing: 'none', rest: { doctorId: 'own-Doctor' } },
    doctor: { id: 'owner', missing: 'none' },
    import: { id: await create('Admin, own', '/api/imports'), missing: MISSING },
    auditEntry: { id: entries.data.items[0]?.id ?? '', missing: MISSING },
    offered: { id: await addOffered(create), missing: 'none' },
    session: { id: sessions.data.items[0]?.id ?? '', missing: MISSING },
    passkey: { id: await addPasskey(bench), missing: 'none' },
    preset: { id: await create('owner', '/api/presets'), missing: MISSING },
    address: { id: await create('owner', '/api/addresses'), missing: MISSING },
    mark: { id: await create('Admin, serving', '/api/analysis/marks'), missing: MISSING },
    case: { id: caseId, missing: 'ZZZZZZ', rest: inCase },
    retainer: { id: `${caseId}-R1`, missing: 'ZZZZZZ-R1' },
    tray: { id: `${caseId}-T1`, missing: 'ZZZZZZ-T1' },
    file: { id: 'model', missing: 'none' },
    dataRequest: { id: request, missing: 'ZZZZZZ-2' },
    copy: { id: copy, missing: 'ZZZZZZ-1' },
    chat: { id: 'service.owner', missing: 'service.none', rest: { message } },
    canned: { id: await create('Admin, serving', '/api/desk/canned'), missing: MISSING },
    day: { id: TODAY, missing: '2026-10-02' },
    article: { id: article, missing: MISSING },
    published: { id: article, missing: MISSING },
    question: { id: await create('Admin, serving', '/api/analysis/questions'), missing: MISSING },
    whatIfRun: { id: await create('Admin, serving', '/api/analysis/whatif'), missing: MISSING },
  };
}
