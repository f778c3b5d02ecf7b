/** GET /api/events: complete, compressed, at the reader's pace, and honest about its end. */
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import type { RawEventStore } from '../eventstore/port.ts';
import { acceptsGzip } from '../http/gzip-stream.ts';
import { completeDraft, createCase } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

type Line = { position: string; type: string; caseId: string; by: string; at: string };
type End = { end: true; position: string; more: boolean };

/** Counts the events that `readBatches` yields, and may fail after some. */
let yielded = 0;
let failAfter = Number.POSITIVE_INFINITY;
const counting = (store: RawEventStore): RawEventStore => ({
  ...store,
  readBatches: async function* (how) {
    // Reads for an answer filter by the streams of cases; reads for the read models do not.
    const counts = how?.filter?.streamPrefix !== undefined;
    for await (const batch of store.readBatches(how)) {
      if (counts) yielded += batch.length;
      if (counts && yielded > failAfter) throw new Error('the disk is gone');
      yield batch;
    }
  },
});

let bench: TestServer;
beforeEach(async () => {
  [yielded, failAfter] = [0, Number.POSITIVE_INFINITY];
  bench = await openTestServer({ wrap: counting });
});
afterEach(() => bench.close());

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map(one => JSON.parse(one));

async function read(query = '', headers: Record<string, string> = {}) {
  const answer = await bench.get(`/api/events${query}`, { as: 'analyst', headers });
  expect([query, answer.status]).toEqual([query, 200]);
  return { lines: linesOf(answer.text) as Line[], headers: answer.headers, text: answer.text };
}

const day = 86_400_000;

/** Appends comments to a case, one for each minute. */
async function fill(caseId: string, count: number): Promise<void> {
  const { store, models } = bench.deps;
  const start = bench.clock.now();
  for (let done = 0; done < count; done += 500) {
    const events = Array.from({ length: Math.min(500, count - done) }, (_, i) => ({
      ...{ id: crypto.randomUUID(), type: 'CaseArchived', data: {}, by: 'p-doctor' },
      at: new Date(start + (done + i) * 60_000).toISOString(),
    }));
    await store.append(caseStreamOf(caseId), 'exists', events);
  }
  expect(await models.reached(await store.head(), 120_000)).toBe(true);
}

describe('the stream of events', () => {
  it('has every event up to its head, and a last line that says so', async () => {
    const caseId = await createCase(bench);
    await fill(caseId, 3000);
    const { lines, headers } = await read('?end=1');
    expect(lines.length).toBe(3002);
    const head = headers.get('X-Head');
    expect(lines.at(-1)).toEqual({ end: true, position: head, more: false });
    expect(head).toMatch(/^\w{8}-\d+$/);
    const { lines: without } = await read();
    expect(without).toEqual(lines.slice(0, -1));
  });

  it('is continued after a limit, so that each event comes once', async () => {
    await completeDraft(bench, 'doctor');
    const { lines: all } = await read();
    const found: Line[] = [];
    let after = '';
    for (let more = true; more; ) {
      const { lines } = await read(`?end=1&limit=4${after}`);
      const end = lines.pop() as unknown as End;
      more = end.more;
      found.push(...lines);
      expect(lines.length === 4 || !more).toBe(true);
      after = `&after=${end.position}`;
    }
    expect(found).toEqual(all);
    // A limit that fits exactly cuts nothing.
    const exact = await read(`?end=1&limit=${all.length}`);
    expect(exact.lines.at(-1)).toMatchObject({ end: true, more: false });
  });

  it('is compressed for clients that accept it', async () => {
    await completeDraft(bench, 'doctor');
    const { text } = await read();
    const send = (coding: string) =>
      bench.send('GET', '/api/events', { as: 'analyst', headers: { 'Accept-Encoding': coding } });
    const zipped = await send('br, gzip');
    expect([zipped.headers.get('Content-Encoding'), zipped.headers.get('Vary')]).toEqual([
      'gzip',
      expect.stringContaining('Accept-Encoding'),
    ]);
    const bytes = new Uint8Array(await zipped.arrayBuffer());
    expect([gunzipSync(bytes).toString(), bytes.length < text.length / 2]).toEqual([text, true]);
    const plain = await send('gzip;q=0');
    expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, text]);
  });

  it('reads no further than its client, and stops when the client goes', async () => {
    const caseId = await createCase(bench);
    await fill(caseId, 20_000);
    yielded = 0;
    const ask = () => bench.send('GET', '/api/events', { as: 'analyst' });
    const readers = (await Promise.all([ask(), ask()])).map(answer => answer.body?.getReader());
    await readers[0]?.read();
    for (let i = 0; i < 200; i++) await new Promise(resolve => setImmediate(resolve));
    expect(yielded).toBeGreaterThan(0);
    expect(yielded).toBeLessThan(6000);
    expect((await ask()).status).toBe(429);
    for (const reader of readers) await reader?.cancel();
    await new Promise(resolve => setImmediate(resolve));
    const again = await ask();
    expect(again.status).toBe(200);
    expect((await again.text()).split('\n').length).toBe(20_002);
  });

  it('breaks off without a last line if the log fails meanwhile', async () => {
    const caseId = await createCase(bench);
    await fill(caseId, 3000);
    [yielded, failAfter] = [0, 2000];
    const answer = await bench.send('GET', '/api/events?end=1', { as: 'analyst' });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('the disk is gone');
    expect(bench.lines.join('')).toContain('a stream of events was truncated');
  });
});

describe('the filters of the stream', () => {
  it('choose by person and by position', async () => {
    await completeDraft(bench, 'doctor');
    await createCase(bench, 'doctor2');
    const { lines: all } = await read();
    const by = await read('?by=p-doctor2');
    expect(by.lines).toEqual(all.filter(e => e.by === 'p-doctor2'));
    expect(by.lines.length).toBeGreaterThan(0);
    expect((await read('?position=Doctor')).lines).toEqual(all);
    expect((await read('?position=Technician')).lines).toEqual([]);
    expect((await read('?position=Technician&by=p-doctor')).lines).toEqual([]);
  });

  it('take a last day of all times', async () => {
    await createCase(bench);
    const { lines: all } = await read();
    expect(all.length).toBeGreaterThan(0);
    // West of Greenwich the day ends in the year 10000.
    expect((await read('?from=2020-01-01&to=9999-12-31T23:00:00-08:00')).lines).toEqual(all);
  });

  it('read only the days that may hold a wanted event', async () => {
    const caseId = await createCase(bench);
    for (let i = 0; i < 5; i++) {
      bench.clock.set(bench.clock.now() + 2 * day);
      await fill(caseId, 600);
    }
    bench.clock.set(bench.clock.now() + 2 * day);
    // The sessions of the first day have expired.
    bench.tokens.clear();
    await createCase(bench);
    const { lines: all } = await read();
    const at = (i: number) => all[i]?.at ?? '';
    for (const [query, wanted, most] of [
      [`?from=${at(2410)}`, (e: Line) => e.at >= at(2410), 800],
      [`?to=${at(590)}`, (e: Line) => e.at < at(590), 800],
      [`?from=${at(1210)}&to=${at(1230)}`, (e: Line) => e.at >= at(1210) && e.at < at(1230), 800],
      ['?type=CaseCreated', (e: Line) => e.type === 'CaseCreated', 10],
    ] as const) {
      yielded = 0;
      expect((await read(query)).lines).toEqual(all.filter(wanted));
      expect([query, yielded]).toEqual([query, Math.min(yielded, most)]);
    }
  });

  it('refuse what does not exist, by its field', async () => {
    const refused = async (query: string) => {
      const { status, code, data } = await bench.get<{ issues?: { path: string; message: string }[] } | null>(
        `/api/events?${query}`,
        { as: 'analyst' },
      );
      return { status, code, issue: data?.issues?.[0] };
    };
    const type = await refused('type=CaseCreated,CaseEaten');
    expect(type).toMatchObject({ status: 400, issue: { path: 'type' } });
    expect(type.issue?.message).toContain('CaseEaten');
    expect(type.issue?.message).toContain('CaseCreated, ');
    const head = (await read()).headers.get('X-Head') ?? '';
    const beyond = head.replace(/\d+$/, '999999');
    for (const after of [beyond, '00000000-1'])
      expect(await refused(`after=${after}`)).toMatchObject({ status: 400, code: 104009 });
    for (const [query, path] of [
      ['from=2026-02-02&to=2026-02-01', 'to'],
      ['limit=0', 'limit'],
      ['end=yes', 'end'],
      ['position=Dentist', 'position'],
      ['org=main', 'org'],
    ] as const)
      expect([query, await refused(query)]).toMatchObject([query, { status: 400, issue: { path } }]);
  });
});

it('Accept-Encoding is read with its weights', () => {
  const accepted = ['gzip', 'GZIP', 'br, gzip;q=0.5', '*', 'identity, *;q=0.1'];
  const refused = [undefined, '', 'br', 'gzip;q=0', 'gzip;q=0, *', 'gzippy'];
  expect(accepted.filter(one => !acceptsGzip(one))).toEqual([]);
  expect(refused.filter(acceptsGzip)).toEqual([]);
});
