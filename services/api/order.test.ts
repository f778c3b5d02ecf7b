/** The order form as PDF: who may print it, its content, and failures. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casePageRules } from '#events/case/pages.ts';
import { sectionNames } from '#events/case/sections.ts';
import { orderAnswerOf } from '#events/order/form.ts';
import type { Position } from '#events/person/position.ts';
import { createFullyAnsweredOrder } from '#events/testing/full-orders.ts';
import { answerRowText } from '#web/features/order/answer-text.ts';
import { createPng } from '../../infra/testing/generate/image.ts';
import { readOrderForm, readOrderFormText, withoutSpaces } from '../../infra/testing/pdf.ts';
import { createCookies } from '../http/cookies.ts';
import { loadDictionaries } from '../i18n/dictionaries.ts';
import type { PrintOrderForm } from '../pdf/order-thread.ts';
import { createApp } from './app.ts';
import { attachFile, completeDraft, createCase, performAction } from './testing/case-steps.ts';
import { openTestServer, type TestPersonName, type TestServer, testPeople } from './testing/test-server.ts';

let bench: TestServer;
let dir: string;
/** A case at 13 that is assigned to the technician, visible to all its people. */
let caseId: string;

const path = (id: string) => `/api/cases/${id}/order.pdf`;
const as =
  (name: TestPersonName, hidden = false) =>
  (at: string, headers: Record<string, string>) =>
    bench.send('GET', at, { as: name, headers: hidden ? { ...headers, 'X-Eye': 'hidden' } : headers });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archline-order-'));
  const picture = join(dir, 'picture.png');
  await writeFile(picture, createPng(64, 48));
  bench = await openTestServer({
    parts: {
      blobs: { local: async () => picture, size: async () => undefined, read: () => Readable.from([]) },
    },
  });
  caseId = await completeDraft(bench);
  await performAction(bench, 'doctor', caseId, 'submitCase');
  await performAction(bench, 'supervisor', caseId, 'acceptCase');
});
afterAll(async () => {
  await bench.close();
  await rm(dir, { recursive: true });
});

async function orderOf(method: 1 | 2) {
  const { rows, order } = createFullyAnsweredOrder(method);
  const id = await createCase(bench);
  for (const name of sectionNames) {
    const saved = await bench.put(`/api/cases/${id}/${name}`, { as: 'doctor', body: order.sections[name] });
    expect([name, saved.code, saved.text]).toEqual([name, 0, saved.text]);
  }
  return { id, rows, order };
}

describe.each([
  ['clear aligners', 1],
  ['lingual brackets', 2],
] as const)('the order form of a full order of %s', (_name, method) => {
  it('the order form has every answer with its question, in both languages', async () => {
    const { id, rows, order } = await orderOf(method);
    const words = loadDictionaries();
    expect(rows.filter(row => orderAnswerOf(order, row) === undefined)).toEqual([]);
    for (const lang of ['en', 'zh-CN'] as const) {
      const t = words.t(lang);
      const text = await readOrderFormText(as('doctor'), id, lang);
      const missing = rows.filter(row => {
        const said = withoutSpaces(t(row.label) + answerRowText(t, row, orderAnswerOf(order, row)));
        return !text.includes(said);
      });
      expect(missing.map(row => row.path)).toEqual([]);
    }
  });
});

describe('besides the answers, the order form', () => {
  it('names the case’s owner and status, its records with their hashes, and page numbers', async () => {
    const form = await readOrderForm(as('doctor'), caseId, 'en');
    const text = withoutSpaces(form.text);
    for (const said of [caseId, 'Submitted2026-11-20', 'Face,frontal00000000…', 'upper.bin,684B·00000000…'])
      expect(text).toContain(said);
    expect(text).toContain('Inwords张伟,male,27y,RiversideDental.');
    expect(text).toContain('Donotmove18.');
    expect(text).toContain("Doctor'ssignature");
    expect(form.pages).toBeGreaterThan(1);
    expect(form.feet).toEqual(
      form.feet.map((_, n) => `Archline 齐列 ${caseId} · page ${n + 1} of ${form.pages}`),
    );
    expect(form.title).toBe(`Order form ${caseId}`);
  });

  it('leaves out the answers of the method chosen before', async () => {
    const id = await createCase(bench);
    const put = (section: string, body: object) =>
      bench.put(`/api/cases/${id}/${section}`, { as: 'doctor', body });
    await put('diagnosis', { flags: [92], bite: 'taken' });
    const both = { arch: 'upper', extraction: 'yes', lingual: { archShape: 'oval' } };
    await put('markers', { extract: [14, 24] });
    await put('prescription', { ...both, method: 2 });
    const brackets = await readOrderFormText(as('doctor'), id, 'en');
    expect(brackets).toContain('ArchshapeOval');
    expect(brackets).not.toContain('ExtractionYes');
    expect(brackets).not.toContain('Extraction14');
    await put('prescription', { ...both, method: 1 });
    const aligners = await readOrderFormText(as('doctor'), id, 'en');
    expect(aligners).toContain('ExtractionYes');
    expect(aligners).toContain('Extraction14');
    expect(aligners).not.toContain('ArchshapeOval');
  });

  it('shows a small picture of each photo and radiograph to those who may see them', async () => {
    expect((await readOrderForm(as('doctor'), caseId, 'en')).pictures).toBe(9);
    expect((await readOrderForm(as('analyst'), caseId, 'en')).pictures).toBe(0);
  });

  it('continues on the next page after a long note and loses no text', async () => {
    const id = await createCase(bench);
    const note = Array.from({ length: 1000 }, (_, i) =>
      i % 10 === 9 ? '，' : '前牙不齐请慢慢移动'[i % 9],
    ).join('');
    await bench.put(`/api/cases/${id}/diagnosis`, { as: 'doctor', body: { flags: [92], bite: 'taken' } });
    const before = await readOrderForm(as('doctor'), id, 'zh-CN');
    const body = { method: 1, note };
    await bench.put(`/api/cases/${id}/prescription`, { as: 'doctor', body });
    await bench.put(`/api/cases/${id}/patient`, { as: 'doctor', body: { remarks: note.slice(0, 500) } });
    const after = await readOrderForm(as('doctor'), id, 'zh-CN');
    expect(withoutSpaces(after.text)).toContain(note);
    expect(after.pages).toBeGreaterThan(before.pages);
  });

  it('can show the case as of an earlier time', async () => {
    const id = await createCase(bench);
    const put = (complaint: string) =>
      bench.put(`/api/cases/${id}/diagnosis`, {
        as: 'doctor',
        body: { flags: [92], bite: 'taken', complaint },
      });
    const { headers } = await put('Before');
    await put('After');
    const asOf = headers.get('x-position') ?? '';
    const then = (at: string, more: Record<string, string>) => as('doctor')(`${at}?asOf=${asOf}`, more);
    expect(await readOrderFormText(as('doctor'), id, 'en')).toContain('ComplaintAfter');
    expect(await readOrderFormText(then, id, 'en')).toContain('ComplaintBefore');
  });
});

describe('access to the order form', () => {
  /** Checks rights only: prints nothing. */
  const ask = async (name: TestPersonName | null, id: string, headers: Record<string, string> = {}) => {
    const { app } = createApp(bench.deps, { print: async () => new Uint8Array(1) });
    const Authorization = name && (await bench.tokenOf(name));
    const answer = await app.request(path(id), { headers: Authorization ? { Authorization } : headers });
    const text = await answer.text();
    return { status: answer.status, code: answer.status === 200 ? 0 : JSON.parse(text).code, text };
  };
  const mayPrint = (name: TestPersonName) =>
    (casePageRules.orderPdf.positions as readonly Position[]).includes(testPeople[name].position);

  it.each(Object.keys(testPeople) as TestPersonName[])('%s: like the page of the case', async name => {
    const seen = (await bench.get(`/api/cases/${caseId}`, { as: name })).status === 200;
    const answer = await ask(name, caseId);
    expect(answer.status).toBe(seen ? (mayPrint(name) ? 200 : 403) : 404);
    if (!seen) expect(answer).toEqual(await ask(name, 'ZZZZZZ'));
  });
  it('is closed to the manufacturer, who sees a case only from production on', async () => {
    const id = await completeDraft(bench);
    const { store, streams, clock, models } = bench.deps;
    const { revision } = await streams.load(id);
    const stamp = { at: new Date(clock.now()).toISOString(), by: 'p-doctor', id: crypto.randomUUID() };
    const data = { to: 16, version: 1, result: 'approved', bundle: '' };
    await store.append(`case-${id}`, BigInt(revision), [
      { type: 'PlanDoctorReviewed', data, personal: {}, subject: id, ...stamp },
    ]);
    await models.reached(await store.head(), 120_000);
    expect((await bench.get(`/api/cases/${id}`, { as: 'vendor' })).status).toBe(200);
    expect(await ask('vendor', id)).toMatchObject({ status: 403, code: 103009 });
  });
  it('needs a session; the cookie counts', async () => {
    expect((await ask(null, caseId)).status).toBe(401);
    const Cookie = `${bench.deps.cookies.nameOf('session')}=${await bench.tokenOf('doctor')}`;
    expect((await ask(null, caseId, { Cookie })).status).toBe(200);
  });
  it('is refused before there is a diagnosis: 102026', async () => {
    const id = await createCase(bench);
    const put = (body: object) => bench.put(`/api/cases/${id}/diagnosis`, { as: 'doctor', body });
    const refused = { status: 409, code: 102026 };
    expect(await ask('doctor', id)).toMatchObject(refused);
    await put({ bite: 'taken', complaint: 'Crowding' });
    const { text } = await ask('doctor', id);
    expect(JSON.parse(text)).toMatchObject({
      code: 102026,
      message: 'This case has no clinical information',
    });
    await put({ flags: [92], bite: 'taken' });
    expect((await ask('doctor', id)).status).toBe(200);
  });
  it('masks names while the eye is closed, and says so', async () => {
    const [open, masked] = [as('doctor'), as('doctor', true)];
    expect(await readOrderFormText(open, caseId, 'zh-CN')).toContain('姓名张伟');
    const text = await readOrderFormText(masked, caseId, 'zh-CN');
    expect(text).toContain('姓名张**');
    expect(text).toContain('138****5678');
    expect(text).toContain('本份中姓名和号码已隐藏。');
    expect(text).not.toMatch(/张伟|13812345678|18RiversideRoad/);
  });
});

/** An app whose printer waits until it is released or its reader disconnects. */
async function asking(print?: PrintOrderForm) {
  let running = 0;
  let refused = 0;
  const end = new AbortController();
  const held: PrintOrderForm = (_job, signal) =>
    new Promise((resolve, reject) => {
      running += 1;
      const done = (then: () => void) => () => {
        running -= 1;
        then();
      };
      if (end.signal.aborted) return done(() => resolve(new Uint8Array(1)))();
      end.signal.addEventListener(
        'abort',
        done(() => resolve(new Uint8Array(1))),
      );
      signal?.addEventListener(
        'abort',
        done(() => reject(signal.reason)),
      );
    });
  const { app } = createApp(bench.deps, { print: print ?? held });
  return {
    ask: async (name: TestPersonName, signal?: AbortSignal) => {
      const headers = { Authorization: await bench.tokenOf(name) };
      const answer = await app.request(path(caseId), { headers, signal });
      if (answer.status === 200) return 200;
      refused += 1;
      return (await answer.json()).code as number;
    },
    printing: () => running,
    refused: () => refused,
    finish: () => end.abort(),
  };
}

describe('the answer with an order form', () => {
  it('has the right media type', async () => {
    const { text } = await bench.get('/api/openapi.json');
    const { get } = JSON.parse(text).paths['/api/cases/{id}/order.pdf'];
    expect(get.responses['200'].content).toEqual({ 'application/pdf': {} });
  });
  it('is named by the case only, is stored nowhere, and leaves no name in the log', async () => {
    const from = bench.lines.length;
    // Prints in a worker thread, as in production.
    const { app } = createApp(bench.deps);
    const Authorization = await bench.tokenOf('doctor');
    const answer = await app.request(path(caseId), { headers: { Authorization } });
    const { headers } = answer;
    expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${caseId}-order.pdf"`);
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(bench.lines.slice(from).join('')).not.toContain('张伟');
  });
  it('links to the case under PUBLIC_URL if that is https, else under the reader’s address', async () => {
    const links: string[] = [];
    const print: PrintOrderForm = async ({ link }) => {
      links.push(link);
      return new Uint8Array(1);
    };
    const local = { publicUrl: 'http://127.0.0.1:3000', cookies: createCookies('http://127.0.0.1:3000') };
    const headers = { Authorization: await bench.tokenOf('doctor'), 'X-Forwarded-Proto': 'https' };
    const at = `http://archline.test${path(caseId)}`;
    for (const deps of [bench.deps, { ...bench.deps, ...local }])
      await createApp(deps, { print }).app.request(at, { headers });
    const to = `/caseDetail?id=${caseId}`;
    expect(links).toEqual([`https://archline.example${to}`, `http://archline.test${to}`]);
  });
  it('is Download failure if printing fails', async () => {
    const { ask } = await asking(() => Promise.reject(new Error('out of memory')));
    expect(await ask('doctor')).toBe(103006);
  });
  it('is busy if too many wait, and too many requests for a person with four in progress', async () => {
    const { ask, finish, refused } = await asking();
    const often = (name: TestPersonName, times: number) => Array.from({ length: times }, () => ask(name));
    const count = (codes: number[], code: number) => codes.filter(one => one === code).length;
    const one = often('doctor', 6);
    await expect.poll(refused).toBe(2);
    // 2 are printing and 20 wait: 18 slots are left for the others.
    const names = ['assistant', 'supervisor', 'service', 'admin', 'analyst'] as const;
    const others = names.flatMap(name => often(name, 4));
    await expect.poll(refused).toBe(4);
    finish();
    const [ones, theirs] = [await Promise.all(one), await Promise.all(others)];
    expect([count(ones, 200), count(ones, 104007)]).toEqual([4, 2]);
    expect([count(theirs, 200), count(theirs, 104013)]).toEqual([18, 2]);
    expect(await ask('doctor')).toBe(200);
  });
  it('frees the slot of a reader who disconnects, printing or waiting', async () => {
    const { ask, finish, printing } = await asking();
    const left = new AbortController();
    const first = Array.from({ length: 4 }, () => ask('doctor', left.signal));
    await expect.poll(printing).toBe(2);
    const others = (['assistant', 'supervisor'] as const).map(name => ask(name));
    left.abort();
    expect(await Promise.all(first)).not.toContain(200);
    await expect.poll(printing).toBe(2);
    const again = ask('doctor');
    finish();
    expect(await Promise.all([...others, again])).toEqual([200, 200, 200]);
  });
});

it('shows the records that exist, and no more', async () => {
  const id = await createCase(bench);
  await bench.put(`/api/cases/${id}/diagnosis`, { as: 'doctor', body: { flags: [92], bite: 'taken' } });
  expect(await readOrderFormText(as('doctor'), id, 'en')).not.toContain('Records');
  await attachFile(bench, id, 'stl', 'upper');
  expect(await readOrderFormText(as('doctor'), id, 'en')).toContain('Uppermodelupper.bin');
});
