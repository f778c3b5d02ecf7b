/** The plan's report as PDF: who gets it, what it says, and of which version. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CaseEvent } from '#events/case/stream.ts';
import { caseStream } from '#events/case/stream.ts';
import { measuredPast, playSteps } from '#events/testing/past.ts';
import { expert } from '#events/testing/people.ts';
import { attachmentOn, planWith } from '#events/testing/plans.ts';
import { readPdf, unspaced } from '../../infra/testing/pdf.ts';
import { type PrintReport, type ReportJob, reportInThread } from '../pdf/report-thread.ts';
import { type Bench, type Name, openBench } from './testing/bench.ts';
import { printedHere } from './testing/printed.ts';
import { newCase } from './testing/walk.ts';

const plan = planWith({
  teeth: { 12: { rotation: 18, mesial: -0.3 }, 11: {} },
  ipr: [{ contact: '12-11', mm: 0.2, before: 3 }],
  attachments: [attachmentOn(12, { from: 3, to: 9 })],
});

let bench: Bench;
let dir: string;
let caseId: string;
/** Printed papers, in order. */
const jobs: ReportJob[] = [];
/** What the second version's plan.json says; nobody reads the first one's. */
let bytes = JSON.stringify(plan);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archline-report-'));
  const blobs = {
    local: async () => join(dir, 'none'),
    size: async ({ sha256 }: { sha256: string }) => (sha256 === 'sha-plan-any' ? bytes.length : undefined),
    read: () => Readable.from([Buffer.from(bytes)]),
  };
  const printReport: PrintReport = job => {
    jobs.push(job);
    return printedHere.printReport(job);
  };
  bench = await openBench({ parts: { blobs, printReport } });
  caseId = await newCase(bench);
  const past = playSteps(
    measuredPast,
    [expert, 'commentPlan', { list: 'plans', version: 2, stage: 5, tooth: 12, note: '第 5 步再看 12' }],
    [expert, 'qualityAudit', { result: 'approved', checked: ['midline'], acknowledged: ['request:1'] }],
  );
  // Appends what the decider made; the case itself is there already, and these files are JSON.
  const asJson = (e: CaseEvent) =>
    'files' in e.data
      ? { ...e, data: { ...e.data, files: e.data.files.map(f => ({ ...f, mime: 'application/json' })) } }
      : e;
  const events = past.slice(1).map(e => ({
    ...e,
    ...asJson(e),
    v: 1,
    id: crypto.randomUUID(),
    subject: caseId,
  }));
  await bench.deps.store.append(caseStream(caseId), 0n, events);
  await bench.deps.models.reached(await bench.deps.store.head(), 120_000);
});
afterAll(async () => {
  await bench.close();
  await rm(dir, { recursive: true });
});

const path = (version: number | string = 2) => `/api/cases/${caseId}/plans/${version}/report.pdf`;
async function report(as: Name, version = 2, headers: Record<string, string> = {}) {
  const answer = await bench.send('GET', path(version), { as, headers });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return readPdf(new Uint8Array(await answer.arrayBuffer()));
}

it('says what the version does, what was asked and said of it, and who reviewed it', async () => {
  const { text, feet, title, pages } = await report('doctor', 2, { 'Accept-Language': 'en' });
  const said = unspaced(text);
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
  // The movement table: tooth 12 alone moves.
  expect(said).toMatch(/Torque1200−0\.30\+18\.0°0°0°/);
  expect(title).toBe(`${caseId}, plan report v2`);
  expect(feet).toEqual(feet.map((_, n) => `${caseId} · v2 · sha-·plan · ${n + 1} / ${pages}`));
});

it('is the same where a thread prints it, as the server has it', async () => {
  const { text } = await report('doctor', 2, { 'Accept-Language': 'en' });
  const [job] = jobs.slice(-1) as [ReportJob];
  expect((await readPdf(await reportInThread(job))).text).toBe(text);
});

it('speaks the reader’s language, and hides what is hidden', async () => {
  const { text } = await report('doctor', 2, { 'Accept-Language': 'zh-CN', 'X-Eye': 'hidden' });
  const said = unspaced(text);
  for (const words of ['方案报告', '戴第3副前', '部分达到', '专家（教授）审核通过'])
    expect(said).toContain(words);
  expect(said).not.toContain('张伟');
});

it('of a version without plan data says so, and that there is a newer one', async () => {
  const { text } = await report('technician', 1, { 'Accept-Language': 'en' });
  const said = unspaced(text);
  expect(said).toContain('holdsnoplandatathatcanberead');
  expect(said).toContain('Thereisanewerversion,v2.');
  expect(said).toContain('Refusedbytheexpert(professor)');
});

it('of a plan.json that is broken is the same', async () => {
  const sound = bytes;
  bytes = '{"upperStages": 24';
  const { text } = await report('expert', 2, { 'Accept-Language': 'en' });
  bytes = sound;
  expect(unspaced(text)).toContain('holdsnoplandatathatcanberead');
});

it('is refused like the case itself, and where there is no such version', async () => {
  const status = async (as: Name, version: number | string) =>
    (await bench.send('GET', path(version), { as })).status;
  for (const version of [3, 0, -1, 'two', '2e0', '99999999'])
    expect(await status('doctor', version)).toBe(404);
  for (const as of ['other', 'doctor2', 'vendor'] as const) expect(await status(as, 2)).toBe(404);
  expect((await bench.send('GET', path())).status).toBe(401);
});
