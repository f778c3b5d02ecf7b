/** The order form as PDF: who gets it, what it says, and what becomes of it when it cannot be made. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casePages } from '#events/case/pages.ts';
import { sectionNames } from '#events/case/sections.ts';
import { answerOf } from '#events/order/form.ts';
import type { Position } from '#events/person/position.ts';
import { fullOrder } from '#events/testing/full-orders.ts';
import { answerRowText } from '#web/features/order/answer-text.ts';
import { png } from '../../infra/testing/generate/image.ts';
import { orderForm, orderText, unspaced } from '../../infra/testing/pdf.ts';
import { createCookies } from '../http/cookies.ts';
import { loadWords } from '../i18n/dictionaries.ts';
import type { PrintOrder } from '../pdf/order-thread.ts';
import { createApp } from './app.ts';
import { type Bench, type Name, openBench, people } from './testing/bench.ts';
import { act, attach, completeDraft, newCase } from './testing/walk.ts';

let bench: Bench;
let dir: string;
/** A case at 13 with the technician, so that everybody of its side sees it. */
let caseId: string;

const path = (id: string) => `/api/cases/${id}/order.pdf`;
const as =
  (name: Name, hidden = false) =>
  (at: string, headers: Record<string, string>) =>
    bench.send('GET', at, { as: name, headers: hidden ? { ...headers, 'X-Eye': 'hidden' } : headers });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'archline-order-'));
  const picture = join(dir, 'picture.png');
  await writeFile(picture, png(64, 48));
  bench = await openBench({
    parts: {
      blobs: { local: async () => picture, size: async () => undefined, read: () => Readable.from([]) },
    },
  });
  caseId = await completeDraft(bench);
  await act(bench, 'doctor', caseId, 'submitCase');
  await act(bench, 'supervisor', caseId, 'acceptCase');
});
afterAll(async () => {
  await bench.close();
  await rm(dir, { recursive: true });
});

async function orderOf(method: 1 | 2) {
  const { rows, order } = fullOrder(method);
  const id = await newCase(bench);
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
  it('says every answer with what was asked, in both languages', async () => {
    const { id, rows, order } = await orderOf(method);
    const words = loadWords();
    expect(rows.filter(row => answerOf(order, row) === undefined)).toEqual([]);
    for (const lang of ['en', 'zh-CN'] as const) {
      const t = words.t(lang);
      const text = await orderText(as('doctor'), id, lang);
      const missing = rows.filter(row => {
        const said = unspaced(t(row.label) + answerRowText(t, row, answerOf(order, row)));
        return !text.includes(said);
      });
      expect(missing.map(row => row.path)).toEqual([]);
    }
  });
});

describe('beside the answers', () => {
  it('says whose case it is and where it stands, the records with their hashes, and each page its number', async () => {
    const form = await orderForm(as('doctor'), caseId, 'en');
    const text = unspaced(form.text);
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

  it('says nothing of the method that was chosen before', async () => {
    const id = await newCase(bench);
    const put = (section: string, body: object) =>
      bench.put(`/api/cases/${id}/${section}`, { as: 'doctor', body });
    await put('diagnosis', { flags: [92], bite: 'taken' });
    const both = { arch: 'upper', extraction: 'yes', lingual: { archShape: 'oval' } };
    await put('markers', { extract: [14, 24] });
    await put('prescription', { ...both, method: 2 });
    const brackets = await orderText(as('doctor'), id, 'en');
    expect(brackets).toContain('ArchshapeOval');
    expect(brackets).not.toContain('ExtractionYes');
    expect(brackets).not.toContain('Extraction14');
    await put('prescription', { ...both, method: 1 });
    const aligners = await orderText(as('doctor'), id, 'en');
    expect(aligners).toContain('ExtractionYes');
    expect(aligners).toContain('Extraction14');
    expect(aligners).not.toContain('ArchshapeOval');
  });

  it('shows a small picture of each photo and radiograph to whoever may see them', async () => {
    expect((await orderForm(as('doctor'), caseId, 'en')).pictures).toBe(9);
    expect((await orderForm(as('analyst'), caseId, 'en')).pictures).toBe(0);
  });

  it('goes on over the end of a page where a note is long, and loses none of it', async () => {
    const id = await newCase(bench);
    const note = Array.from({ length: 1000 }, (_, i) =>
      i % 10 === 9 ? '，' : '前牙不齐请慢慢移动'[i % 9],
    ).join('');
    await bench.put(`/api/cases/${id}/diagnosis`, { as: 'doctor', body: { flags: [92], bite: 'taken' } });
    const before = await orderForm(as('doctor'), id, 'zh-CN');
    const body = { method: 1, note };
    await bench.put(`/api/cases/${id}/prescription`, { as: 'doctor', body });
    await bench.put(`/api/cases/${id}/patient`, { as: 'doctor', body: { remarks: note.slice(0, 500) } });
    const after = await orderForm(as('doctor'), id, 'zh-CN');
    expect(unspaced(after.text)).toContain(note);
    expect(after.pages).toBeGreaterThan(before.pages);
  });

  it('can be had as it stood', async () => {
    const id = await newCase(bench);
    const put = (complaint: string) =>
      bench.put(`/api/cases/${id}/diagnosis`, {
        as: 'doctor',
        body: { flags: [92], bite: 'taken', complaint },
      });
    const { headers } = await put('Before');
    await put('After');
    const asOf = headers.get('x-position') ?? '';
    const then = (at: string, more: Record<string, string>) => as('doctor')(`${at}?asOf=${asOf}`, more);
    expect(await orderText(as('doctor'), id, 'en')).toContain('ComplaintAfter');
    expect(await orderText(then, id, 'en')).toContain('ComplaintBefore');
  });
});

describe('who gets it', () => {
  /** Rights alone: nothing is printed. */
  const ask = async (name: Name | null, id: string, headers: Record<string, string> = {}) => {
    const { app } = createApp(bench.deps, { print: async () => new Uint8Array(1) });
    const Authorization = name && (await bench.tokenOf(name));
    const answer = await app.request(path(id), { headers: Authorization ? { Authorization } : headers });
    const text = await answer.text();
    return { status: answer.status, code: answer.status === 200 ? 0 : JSON.parse(text).code, text };
  };
  const mayPrint = (name: Name) =>
    (casePages.orderPdf.positions as readonly Position[]).includes(people[name].position);

  it.each(Object.keys(people) as Name[])('%s: as the page of the case says', async name => {
    const seen = (await bench.get(`/api/cases/${caseId}`, { as: name })).status === 200;
    const answer = await ask(name, caseId);
    expect(answer.status).toBe(seen ? (mayPrint(name) ? 200 : 403) : 404);
    if (!seen) expect(answer).toEqual(await ask(name, 'ZZZZZZ'));
  });
  it('not the manufacturer, who sees a case once it is in production', async () => {
    const id = await completeDraft(bench);
    const { store, streams, clock, models } = bench.deps;
    const { revision } = await streams.load(id);
    const stamp = { v: 1, at: new Date(clock.now()).toISOString(), by: 'p-doctor', id: crypto.randomUUID() };
    const data = { to: 16, version: 1, result: 'approved', bundle: '' };
    await store.append(`case-${id}`, BigInt(revision), [
      { type: 'PlanDoctorReviewed', data, personal: {}, subject: id, ...stamp },
    ]);
    await models.reached(await store.head(), 120_000);
    expect((await bench.get(`/api/cases/${id}`, { as: 'vendor' })).status).toBe(200);
    expect(await ask('vendor', id)).toMatchObject({ status: 403, code: 103009 });
  });
  it('nobody without a session; the cookie counts', async () => {
    expect((await ask(null, caseId)).status).toBe(401);
    const Cookie = `${bench.deps.cookies.nameOf('session')}=${await bench.tokenOf('doctor')}`;
    expect((await ask(null, caseId, { Cookie })).status).toBe(200);
  });
  it('nobody before there is a diagnosis: 102026', async () => {
    const id = await newCase(bench);
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
  it('with the names masked where the eye is hidden, and it says so', async () => {
    const [open, masked] = [as('doctor'), as('doctor', true)];
    expect(await orderText(open, caseId, 'zh-CN')).toContain('姓名张伟');
    const text = await orderText(masked, caseId, 'zh-CN');
    expect(text).toContain('姓名张**');
    expect(text).toContain('138****5678');
    expect(text).toContain('本份中姓名和号码已隐藏。');
    expect(text).not.toMatch(/张伟|13812345678|18RiversideRoad/);
  });
});

/** An app whose printer holds on until it is told to finish, or its reader leaves. */
async function asking(print?: PrintOrder) {
  let running = 0;
  let refused = 0;
  const end = new AbortController();
  const held: PrintOrder = (_job, signal) =>
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
    ask: async (name: Name, signal?: AbortSignal) => {
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

describe('the answer', () => {
  it('is described as what it is', async () => {
    const { text } = await bench.get('/api/openapi.json');
    const { get } = JSON.parse(text).paths['/api/cases/{id}/order.pdf'];
    expect(get.responses['200'].content).toEqual({ 'application/pdf': {} });
  });
  it('is a file that is named by the case alone and kept nowhere, and leaves no name in the log', async () => {
    const from = bench.lines.length;
    // Printed in a thread, as the server does.
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
  it('leads to the case under PUBLIC_URL where that is https, else by the address of its reader', async () => {
    const links: string[] = [];
    const print: PrintOrder = async ({ link }) => {
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
  it('says Download failure where it cannot be made', async () => {
    const { ask } = await asking(() => Promise.reject(new Error('out of memory')));
    expect(await ask('doctor')).toBe(103006);
  });
  it('says busy where too many wait, and too many to one person who has four under way', async () => {
    const { ask, finish, refused } = await asking();
    const often = (name: Name, times: number) => Array.from({ length: times }, () => ask(name));
    const count = (codes: number[], code: number) => codes.filter(one => one === code).length;
    const one = often('doctor', 6);
    await expect.poll(refused).toBe(2);
    // 2 are printed and 20 wait: 18 places are left to the others.
    const names = ['assistant', 'supervisor', 'service', 'admin', 'analyst'] as const;
    const others = names.flatMap(name => often(name, 4));
    await expect.poll(refused).toBe(4);
    finish();
    const [ones, theirs] = [await Promise.all(one), await Promise.all(others)];
    expect([count(ones, 200), count(ones, 104007)]).toEqual([4, 2]);
    expect([count(theirs, 200), count(theirs, 104013)]).toEqual([18, 2]);
    expect(await ask('doctor')).toBe(200);
  });
  it('gives up the place of whoever has left, printing or waiting', async () => {
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

it('shows the records that are there, and no more', async () => {
  const id = await newCase(bench);
  await bench.put(`/api/cases/${id}/diagnosis`, { as: 'doctor', body: { flags: [92], bite: 'taken' } });
  expect(await orderText(as('doctor'), id, 'en')).not.toContain('Records');
  await attach(bench, id, 'stl', 'upper');
  expect(await orderText(as('doctor'), id, 'en')).toContain('Uppermodelupper.bin');
});
