/** The plan report as PDF: who may print it, its content, and its version. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CaseEvent } from '#events/case/stream.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { playSteps, requestMeasuredPast } from '#events/testing/past.ts';
import { expert } from '#events/testing/people.ts';
import { attachmentOn, planWith } from '#events/testing/plans.ts';
import { readPdf, withoutSpaces } from '../../infra/testing/pdf.ts';
import { type PlanReportJob, type PrintPlanReport, printPlanReportInThread } from '../pdf/report-thread.ts';
import { createCase } from './testing/case-steps.ts';
import { printInTestThread } from './testing/print-in-test-thread.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

const plan = planWith({
  teeth: { 12: { rotation: 18, mesial: -0.3 }, 11: {} },
  ipr: [{ contact: '12-11', mm: 0.2, before: 3 }],
  attachments: [attachmentOn(12, { from: 3, to: 9 })],
});

let bench: TestServer;
let dir: string;
let caseId: string;
/** Printed PDFs, in order. */
const jobs: PlanReportJob[] = [];
/** plan.json of the second version. The first one's is never read. */
let bytes = JSON.stringify(plan);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archline-report-'));
  const blobs = {
    local: async () => join(dir, 'none'),
    size: async ({ sha256 }: { sha256: string }) => (sha256 === 'sha-plan-any' ? bytes.length : undefined),
    read: () => Readable.from([Buffer.from(bytes)]),
  };
  const printReport: PrintPlanReport = job => {
    jobs.push(job);
    return printInTestThread.printReport(job);
  };
  bench = await openTestServer({ parts: { blobs, printReport } });
  caseId = await createCase(bench);
  const past = playSteps(
    requestMeasuredPast,
    [expert, 'commentPlan', { list: 'plans', version: 2, stage: 5, tooth: 12, note: '第 5 步再看 12' }],
    [expert, 'qualityAudit', { result: 'approved', checked: ['midline'], acknowledged: ['request:1'] }],
  );
  // Appends the decider's events with JSON files; the case itself exists already.
  const asJson = (e: CaseEvent) =>
    'files' in e.data
      ? { ...e, data: { ...e.data, files: e.data.files.map(f => ({ ...f, mime: 'application/json' })) } }
      : e;
  const events = past.slice(1).map(e => ({
    ...e,
    ...asJson(e),
    id: crypto.randomUUID(),
    subject: caseId,
  }));
  await bench.deps.store.append(caseStreamOf(caseId), 0n, events);
  await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
});
afterAll(async () => {
  await bench.close();
  await rm(dir, { recursive: true });
});

const path = (version: number | string = 2) => `/api/cases/${caseId}/plans/${version}/report.pdf`;
async function report(as: TestPersonName, version = 2, headers: Record<string, string> = {}) {
  const answer = await bench.send('GET', path(version), { as, headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return readPdf(new Uint8Array(await answer.arrayBuffer()));
}

it('a report describes the version, the requests and comments on it, and its reviews', async () => {
  const { text, feet, title, pages } = await report('doctor', 2, { 'Accept-Language': 'en' });
  const said = withoutSpaces(text);
  for (const words of [
    'Aligners24upper,20lower',
    'Beforealigner3:IPR12-11,0.2mm;Bond12,Verticalrectangle',
    'Afteraligner9:Takeoff12,Verticalrectangle',
    '12:rotate24°tomesialinall:Partly',
    'v2measured:rotate18°tomesial',
    '12,aligner5:第5步再看12',
    'Approvedbytheexpert(professor)',
    'acknowledged:request1',
    'Expert(professor):Midline',
  ])
    expect(said).toContain(words);
  // In the movement table, only tooth 12 moves.
  expect(said).toMatch(/Torque1200−0\.30\+18\.0°0°0°/);
  expect(title).toBe(`${caseId}, plan report v2`);
  expect(feet).toEqual(feet.map((_, n) => `${caseId} · v2 · sha-·plan · ${n + 1} / ${pages}`));
});

it('a report printed by a thread is the same, as in production', async () => {
  const { text } = await report('doctor', 2, { 'Accept-Language': 'en' });
  const [job] = jobs.slice(-1) as [PlanReportJob];
  expect((await readPdf(await printPlanReportInThread(job))).text).toBe(text);
});

it('a report is in the reader’s language, and masks what is hidden', async () => {
  const { text } = await report('doctor', 2, { 'Accept-Language': 'zh-CN', 'X-Eye': 'hidden' });
  const said = withoutSpaces(text);
  for (const words of ['方案报告', '戴第3副前', '部分达到', '专家（教授）审核通过'])
    expect(said).toContain(words);
  expect(said).not.toContain('张伟');
});

it('a report of a version without plan data says so, and that a newer one exists', async () => {
  const { text } = await report('technician', 1, { 'Accept-Language': 'en' });
  const said = withoutSpaces(text);
  expect(said).toContain('holdsnoplandatathatcanberead');
  expect(said).toContain('Thereisanewerversion,v2.');
  expect(said).toContain('Refusedbytheexpert(professor)');
});

it('a report of a broken plan.json says the same', async () => {
  const sound = bytes;
  bytes = '{"upperStages": 24';
  const { text } = await report('expert', 2, { 'Accept-Language': 'en' });
  bytes = sound;
  expect(withoutSpaces(text)).toContain('holdsnoplandatathatcanberead');
});

it('a report is refused like the case itself, and for a missing version', async () => {
  const status = async (as: TestPersonName, version: number | string) =>
    (await bench.send('GET', path(version), { as })).status;
  for (const version of [3, 0, -1, 'two', '2e0', '99999999'])
    expect(await status('doctor', version)).toBe(404);
  for (const as of ['other', 'doctor2', 'vendor'] as const) expect(await status(as, 2)).toBe(404);
  expect((await bench.send('GET', path())).status).toBe(401);
});
