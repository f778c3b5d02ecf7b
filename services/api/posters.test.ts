/**
 * Pictures of a plan's version, and the PDF report with them: who may see them, and requests for pictures
 * that do not exist.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readPdf } from '../../infra/testing/pdf.ts';
import { openShareTestServer, type ShareTestServer } from './testing/shares.ts';
import type { TestPersonName } from './testing/test-server.ts';

let close: ShareTestServer['close'];
let bench: ShareTestServer['bench'];
let caseId: string;
beforeAll(async () => {
  const opened = await openShareTestServer();
  ({ close, bench } = opened);
  caseId = await opened.planned();
});
afterAll(() => close());

const path = (at: string, version: number | string = 1) =>
  `/api/cases/${caseId}/plans/${version}/posters/${at}`;
const status = async (as: TestPersonName, at: string, version?: number | string) =>
  (await bench.send('GET', path(at, version), { as })).status;

test('pictures of start and goal are WebP and differ; a cached copy is revalidated', async () => {
  const [start, goal] = await Promise.all(
    ['0', '4'].map(at => bench.send('GET', path(at), { as: 'doctor' })),
  );
  if (!start || !goal) throw new Error('there is no answer');
  expect([start.status, start.headers.get('content-type')]).toEqual([200, 'image/webp']);
  const [a, b] = [Buffer.from(await start.arrayBuffer()), Buffer.from(await goal.arrayBuffer())];
  expect(a.subarray(8, 12).toString()).toBe('WEBP');
  expect(a.equals(b)).toBe(false);
  const headers = { 'If-None-Match': start.headers.get('etag') ?? '' };
  expect((await bench.send('GET', path('0'), { as: 'doctor', headers })).status).toBe(304);
});

test('every stage of a version has a picture, drawn on request; a stage past the end has none', async () => {
  const of = async (stage: string, as: TestPersonName = 'doctor') => {
    const answer = await bench.send('GET', `/api/cases/${caseId}/plans/1/stages/${stage}/picture`, { as });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const goal = await bench.send('GET', path('4'), { as: 'doctor' });
  const [third, last] = [await of('3'), await of('8')];
  expect(third.bytes.subarray(8, 12).toString()).toBe('WEBP');
  // All pictures share one frame, so the picture of the last stage equals the goal's.
  expect(last.bytes.equals(Buffer.from(await goal.arrayBuffer()))).toBe(true);
  expect(third.bytes.equals(last.bytes)).toBe(false);
  for (const beyond of ['9', '201', '-1', '1.5', 'x']) expect((await of(beyond)).status).toBe(404);
  expect((await of('3', 'other')).status).toBe(404);
});

test('a cached picture is revalidated, and the report printed, without reading plan.json again', async () => {
  const blobs = bench.files?.blobs ?? expect.fail('no folder');
  const first = await bench.send('GET', path('0'), { as: 'doctor' });
  const read = vi.spyOn(blobs, 'read');
  const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
  expect((await bench.send('GET', path('0'), { as: 'doctor', headers })).status).toBe(304);
  expect(read).toHaveBeenCalledTimes(0);
  const report = await bench.send('GET', `/api/cases/${caseId}/plans/1/report.pdf`, { as: 'doctor' });
  const plans = read.mock.calls.filter(([{ part }]) => part === undefined);
  expect([report.status, plans.length]).toEqual([200, 1]);
  read.mockRestore();
  expect((await bench.send('GET', path('0'), { as: 'other', headers })).status).toBe(404);
});

test('a HEAD request opens no file that nobody would close', async () => {
  const blobs = bench.files?.blobs ?? expect.fail('no folder');
  await bench.send('GET', path('0'), { as: 'doctor' });
  const read = vi.spyOn(blobs, 'read');
  const { status, headers } = await bench.send('HEAD', path('0'), { as: 'doctor' });
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  // plan.json may be read, because it is read to its end. The picture must not be opened.
  expect(read.mock.calls.filter(([name]) => name.part !== undefined)).toEqual([]);
  read.mockRestore();
});

test('viewers without access to the plan get the same answer as for a missing one', async () => {
  for (const as of ['other', 'doctor2'] as const) expect([as, await status(as, '0')]).toEqual([as, 404]);
  expect((await bench.send('GET', path('0'))).status).toBe(401);
});

test.each([
  ['5', 1],
  ['-1', 1],
  ['0x1', 1],
  ['teeth', 1],
  ['0', 2],
  ['0', 'x'],
])('picture %s of version %s does not exist', async (at, version) => {
  expect(await status('doctor', at, version)).toBe(404);
});

test('the printed report describes its pictures', async () => {
  const answer = await bench.send('GET', `/api/cases/${caseId}/plans/1/report.pdf`, {
    as: 'doctor',
    headers: { 'Accept-Language': 'en' },
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(Buffer.from(bytes).toString('latin1').split('/Subtype /Image').length - 1).toBeGreaterThanOrEqual(2);
  expect((await readPdf(bytes)).text).toContain('attachments in place');
});
