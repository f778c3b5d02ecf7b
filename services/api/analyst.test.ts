/**
 * An Analyst never receives a patient's name, birth date, address, photos, models or free text. Searches
 * every answer of every route for texts that people typed into cases.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { type CasePast, pastAt, treatedPast } from '#events/testing/past.ts';
import { toWirePosition } from '#events/wire.ts';
import { allCasesQuery } from '#projections/testing/walk-models.ts';
import { readPdf, withoutSpaces } from '../../infra/testing/pdf.ts';
import { createApp } from './app.ts';
import { createCaseExportApi } from './export.ts';
import type { WorkbookSheet } from './export-worker.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

const dir = mkdtempSync(join(tmpdir(), 'archline-analyst-'));
let bench: TestServer;
let cases: string[];
/** Position before the first case. */
let before: bigint;
/** Texts that people typed into these cases. */
const planted = new Set<string>();

/**
 * True for texts that only a person can have typed: non-ASCII letters, several words, dates, phone numbers.
 */
const isTyped = (text: string) =>
  /[^\x20-\x7e]/.test(text) || /[A-Za-z]\s+[A-Za-z]/.test(text) || /^\d{4}-\d\d-\d\d$|^\d{6,}$/.test(text);

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Appends a mark to each typed text, so that no dictionary or account contains it by chance. */
function marked<T>(value: T, n: () => number): T {
  if (typeof value === 'string' && isTyped(value) && !/^[\d-]+$/.test(value)) {
    const text = `${value}密${n()}`;
    return text as T;
  }
  if (Array.isArray(value)) return value.map(one => marked(one, n)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, marked(one, n)])) as T;
}

let marks = 0;
const mark = (past: CasePast): CasePast =>
  past.map(
    e => ({ ...e, ...('personal' in e ? { personal: marked(e.personal, () => ++marks) } : {}) }) as typeof e,
  );

beforeAll(async () => {
  bench = await openTestServer({ dataDir: dir });
  before = await bench.deps.store.head();
  cases = [];
  for (const past of [
    pastAt[Status.ToSubmit],
    pastAt[Status.InfoRequested],
    pastAt[Status.PlanAwaitingDoctor],
    pastAt[Status.SupervisorRejected],
    pastAt[Status.Completed],
    treatedPast,
  ].map(mark)) {
    for (const e of past)
      for (const text of textsIn('personal' in e ? e.personal : null)) if (isTyped(text)) planted.add(text);
    cases.push(await createCaseWithPast(bench, past));
  }
});
afterAll(async () => {
  await bench.close();
  rmSync(dir, { recursive: true, force: true });
});

const found = (text: string) =>
  [...planted].filter(one => text.includes(one) || text.includes(withoutSpaces(one)));

/** The text of an answer. Removes spaces from a PDF's text, because lines break anywhere. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'application/pdf') return response.text();
  return withoutSpaces((await readPdf(new Uint8Array(await response.arrayBuffer()))).text);
}

/** Paths of every reading route for one case. */
function addresses(caseId: string): string[] {
  const rest: Record<string, string> = {
    version: '1',
    at: '0',
    stage: '1',
    number: '1',
    of: 'batches',
    fileId: 'f',
  };
  return bench.routes
    .filter(({ method, rule }) => method === 'get' && rule !== 'public')
    .map(({ path }) =>
      path
        .replace('/api/chats/:id', `/api/chats/case.${caseId}`)
        .replace(/:(\w+)/g, (_, name) => (name === 'id' ? caseId : (rest[name] ?? 'x'))),
    );
}

/** Paths that take `asOf` and that an analyst may read. */
const pastPaths = (caseId: string) => [
  `/api/cases/${caseId}`,
  '/api/cases',
  '/api/workbench',
  '/api/retainers',
];

describe('an analyst', () => {
  test('reads the own name unmasked: the closed eye covers patients', async () => {
    const { data } = await bench.get('/api/sysUser', { as: 'analyst' });
    const own = bench.deps.models.directory().people.get(String(data.id))?.name;
    expect([data.name, own]).toEqual([own, expect.any(String)]);
  });
  test('receives no typed text in the answers of any route', async () => {
    expect(planted.size).toBeGreaterThan(20);
    let answered = 0;
    for (const caseId of cases)
      for (const path of addresses(caseId)) {
        // A PDF takes seconds, so only one case's PDFs are read.
        if (path.endsWith('.pdf') && caseId !== cases.at(-1)) continue;
        const head = toWirePosition(bench.deps.models.logId, bench.deps.models.position());
        const asOf = pastPaths(caseId).includes(path) ? [`${path}?asOf=${head}`] : [];
        for (const address of [path, ...asOf]) {
          const response = await bench.send('GET', address, { as: 'analyst', headers: { 'X-Eye': 'open' } });
          if (response.status === 200) answered += 1;
          expect([address, found(await textOf(response))]).toEqual([address, []]);
        }
      }
    expect(answered).toBeGreaterThan(50);
    expect((await bench.get(`/api/cases/${cases.at(-1)}/order.pdf`, { as: 'analyst' })).status).toBe(200);
    // Control: the same search finds these texts in the owner's answers.
    const { text } = await bench.get(`/api/cases/${cases.at(-1)}`, { as: 'doctor' });
    expect(found(text).length).toBeGreaterThan(5);
  });

  test('receives none in the workbook', async () => {
    const sheets: WorkbookSheet[] = [];
    const write = async (sheet: WorkbookSheet) => {
      sheets.push(sheet);
      return new Uint8Array(1);
    };
    const { app } = createApp(bench.deps, { exports: createCaseExportApi(bench.deps, write) });
    for (const as of ['analyst', 'supervisor'] as const)
      await app.request('/api/cases/export.xlsx', { headers: { Authorization: await bench.tokenOf(as) } });
    const [closed, open] = sheets.map(sheet => JSON.stringify(sheet.rows));
    expect(found(closed ?? '')).toEqual([]);
    expect(found(open ?? '').length).toBeGreaterThan(3);
  });

  test('receives none in pushes and after a resume', () => {
    const { models } = bench.deps;
    const viewer = { id: 'p-analyst', orgId: 'main', position: 'Analyst' as const, serves: [] };
    const ctx = { viewer, hidden: false, person: models.personRef, logId: models.logId };
    const since = models.changedSince(ctx, before);
    expect(since.changes.length).toBeGreaterThan(cases.length);
    expect(found(JSON.stringify(since.changes))).toEqual([]);
    for (const caseId of cases) expect(found(JSON.stringify(models.item(ctx, 'case', caseId)))).toEqual([]);
    expect(found(JSON.stringify(models.caseItems(ctx, allCasesQuery)))).toEqual([]);
  });

  test('finds no case by a name, its pinyin or by sorting on names', async () => {
    const list = async (query: string, as: 'analyst' | 'supervisor' = 'analyst') =>
      (
        await bench.get<{ items: { caseId: string }[]; total: number }>(`/api/cases?size=100&${query}`, {
          as,
        })
      ).data;
    const name = (
      await bench.get<{ sections: { patient: { name: string } } }>(`/api/cases/${cases[5]}`, { as: 'doctor' })
    ).data.sections.patient.name;
    const words = [name, name.slice(0, 1)];
    for (const word of words) {
      expect((await list(`keyword=${encodeURIComponent(word)}`, 'supervisor')).total).toBeGreaterThan(0);
      for (const path of ['cases', 'retainers', 'patients']) {
        const { data } = await bench.get<{ total: number }>(
          `/api/${path}?keyword=${encodeURIComponent(word)}`,
          {
            as: 'analyst',
          },
        );
        expect([path, word, data.total]).toEqual([path, word, 0]);
      }
    }
    const countsFor = async (keyword: string, as: 'analyst' | 'supervisor') => {
      const { data } = await bench.get<{ counts: { byStatus: Record<string, number>; archived: number } }>(
        `/api/cases?keyword=${encodeURIComponent(keyword)}`,
        { as },
      );
      return Object.values(data.counts.byStatus).reduce((sum, n) => sum + n, data.counts.archived);
    };
    const [caseId = ''] = cases;
    expect(await countsFor(name, 'supervisor')).toBeGreaterThan(0);
    expect(await countsFor(name, 'analyst')).toBe(0);
    expect(await countsFor(caseId, 'analyst')).toBe(1);
    expect((await list(`keyword=${caseId.slice(0, 4)}`)).items.map(i => i.caseId)).toContain(caseId);
    expect((await list('sort=patient')).items).toEqual((await list('sort=caseId')).items);
  });

  test('sees photos, models, plans and other files as closed sections', async () => {
    const { data } = await bench.get<{
      files: object[];
      models: object[];
      plans: object[];
      targets: object[];
    }>(`/api/cases/${cases[5]}`, { as: 'analyst' });
    expect([data.files, data.models, data.plans, data.targets]).toEqual([[], [], [], []]);
    for (const part of ['archive.zip', 'plans/1/report.pdf', 'plans/1/posters/0'])
      expect(
        (await bench.get(`/api/cases/${cases[4]}/${part}`, { as: 'analyst' })).status,
        part,
      ).toBeGreaterThanOrEqual(403);
  });
});
