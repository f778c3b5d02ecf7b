/** The LOG of the analysis over HTTP: pages, counts and events, of the serving organisation only. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogClock } from '#events/analysis/clock.ts';
import { dayInZone, defaultZone } from '#events/case/calendar.ts';
import { Status } from '#events/case/status.ts';
import type { Recorded } from '#events/envelope.ts';
import { pastAt, treatedPast } from '#events/testing/past.ts';
import type { LogCounts, LogEventWithRelated, LogHours, LogItem, LogPage } from './analysis-log-answers.ts';
import { spanOfDay } from './audit-query.ts';
import { createCase } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
let cases: string[];
let foreign: string;
beforeAll(async () => {
  bench = await openTestServer();
  cases = [
    await createCaseWithPast(bench, treatedPast),
    await createCaseWithPast(bench, pastAt[Status.PlanAwaitingDoctor]),
    await createCaseWithPast(bench, treatedPast),
  ];
  foreign = await createCase(bench, 'other');
});
afterAll(() => bench.close());

async function read<D>(path: string, as: 'analyst' | 'admin' = 'analyst'): Promise<D> {
  const answer = await bench.get<D>(`/api/analysis/log${path}`, { as });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.data;
}
const page = (query = '') => read<LogPage>(`?${query}`);

/** All items from one direction, over as many pages as it takes. */
async function all(query = '', direction: 'after' | 'before' = 'after'): Promise<LogItem[]> {
  const items: LogItem[] = [];
  const first = direction === 'after' ? 'at=2000-01-01' : '';
  for (let next: string | null = ''; next !== null; ) {
    const from: string = next === '' ? first : `${direction}=${next}`;
    const found: LogPage = await page(`${query}&size=7&${from}`);
    if (direction === 'after') items.push(...found.items);
    else items.unshift(...found.items);
    next = found.next;
  }
  return items;
}

const placeOf = (item: LogItem) => Number(item.position.split('-')[1]);

describe('the pages', () => {
  it('hold each event once, from either end', async () => {
    const { text } = await bench.get('/api/events', { as: 'analyst' });
    const lines = text
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line));
    const forwards = await all();
    expect(forwards.map(item => item.id)).toEqual(lines.map(line => line.id));
    expect(await all('', 'before')).toEqual(forwards);
    expect(forwards.length).toBeGreaterThan(100);
    expect(forwards.map(placeOf)).toEqual(forwards.map(placeOf).toSorted((a, b) => a - b));
  });

  it('begin with the newest, and go on from their ends', async () => {
    const forwards = await all();
    const newest = await page('size=5');
    expect(newest.items).toEqual(forwards.slice(-5));
    const before = await page(`size=5&before=${newest.items[0]?.position}`);
    expect(before.items).toEqual(forwards.slice(-10, -5));
    expect((await page(`after=${newest.head}`)).items).toEqual([]);
    const after = await page(`size=5&after=${before.items.at(-1)?.position}`);
    expect(after.items).toEqual(newest.items);
  });

  it('begin after the position as of a moment, by the clock of the log', async () => {
    const forwards = await all();
    const clock = createLogClock<Recorded>();
    const events = await Array.fromAsync(bench.deps.sealedLog.readAll());
    const clocked = [...events.flatMap(event => clock.push(event)), ...clock.provisional()];
    const expected = (time: number) => {
      const position = Number(clocked.findLast(one => one.clock <= time)?.event.position ?? 0);
      return forwards.filter(item => placeOf(item) > position).slice(0, 9);
    };
    for (const i of [0, 40, 90]) {
      const at = forwards[i]?.at ?? '';
      expect((await page(`at=${at}&size=9`)).items).toEqual(expected(Date.parse(at)));
    }
    const day = dayInZone(defaultZone, Date.parse(forwards[60]?.at ?? ''));
    const { items } = await page(`at=${day}&size=9`);
    expect(items).toEqual(expected(spanOfDay(defaultZone, day).from - 1));
    expect((await page('at=2000-01-01&size=9')).items).toEqual(forwards.slice(0, 9));
    expect((await page('at=2100-01-01')).items).toEqual([]);
  });

  it('are filtered by type, person, position, case and day', async () => {
    const forwards = await all();
    const item = forwards[60] as LogItem;
    const day = dayInZone(defaultZone, Date.parse(item.at));
    for (const [query, wanted] of [
      [`type=${item.type},CaseCreated`, (e: LogItem) => [item.type, 'CaseCreated'].includes(e.type)],
      [`person=${item.by.pseudonym}`, (e: LogItem) => e.by.pseudonym === item.by.pseudonym],
      ['position=Doctor', (e: LogItem) => e.by.position === 'Doctor'],
      [`caseId=${cases[1]}`, (e: LogItem) => e.caseId === cases[1]],
      [`from=${day}&to=${day}`, (e: LogItem) => dayInZone(defaultZone, Date.parse(e.at)) === day],
      [`caseId=${cases[0]}&type=${item.type}`, (e: LogItem) => e.caseId === cases[0] && e.type === item.type],
      ['person=unknown', () => false],
    ] as const)
      for (const direction of ['after', 'before'] as const)
        expect([query, await all(query, direction)]).toEqual([query, forwards.filter(wanted)]);
  });

  it('name people by stable pseudonyms with their position, and nobody by id', async () => {
    const { text } = await bench.get('/api/analysis/log?size=200', { as: 'analyst' });
    expect(text).not.toMatch(/p-doctor|p-technician|李明/);
    const [first] = await all('type=CaseCreated');
    expect(first?.by).toEqual({ pseudonym: expect.stringMatching(/^u[\w-]{10}$/), position: 'Doctor' });
    expect((await all('position=Doctor'))[0]?.by.pseudonym).toBe(first?.by.pseudonym);
  });

  it('refuse what does not fit together', async () => {
    const at = (await page()).head;
    for (const [query, path] of [
      [`before=${at}&after=${at}`, 'before'],
      [`before=${at}&at=2026-01-01`, 'before'],
      ['from=2026-02-02&to=2026-02-01', 'to'],
      ['type=Nothing', 'type'],
      ['size=0', 'size'],
      ['by=p-doctor', 'by'],
      ['at=yesterday', 'at'],
    ] as const) {
      const { status, data } = await bench.get<{ issues: { path: string }[] }>(`/api/analysis/log?${query}`, {
        as: 'analyst',
      });
      expect([query, status, data.issues[0]?.path]).toEqual([query, 400, path]);
    }
    const beyond = at.replace(/\d+$/, '99999');
    expect(await bench.get(`/api/analysis/log?after=${beyond}`, { as: 'analyst' })).toMatchObject({
      status: 400,
      code: 104009,
    });
  });
});

describe('the counts', () => {
  const countBy = (items: readonly LogItem[], key: (item: LogItem) => string) => {
    const counts = new Map<string, number>();
    for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
    return Object.fromEntries([...counts].sort());
  };
  const sorted = (pairs: [string, number][]) => Object.fromEntries(pairs.sort());

  it('equal the pages, for each filter', async () => {
    const forwards = await all();
    const item = forwards[60] as LogItem;
    const day = dayInZone(defaultZone, Date.parse(item.at));
    const days = `from=${day}&to=${day}`;
    for (const rest of ['', days, `caseId=${cases[0]}`])
      for (const type of ['', `type=${item.type}`])
        for (const person of ['', `person=${item.by.pseudonym}`]) {
          const query = [rest, type, person].filter(Boolean).join('&');
          const counts = await read<LogCounts>(`/counts?${query}`);
          const items = await all(query);
          expect([query, counts.total]).toEqual([query, items.length]);
          expect(sorted(counts.days.map(one => [one.day, one.count]))).toEqual(
            countBy(items, e => dayInZone(defaultZone, Date.parse(e.at))),
          );
          const ofAnyType = await all([rest, person].filter(Boolean).join('&'));
          expect(sorted(counts.types.map(one => [one.type, one.count]))).toEqual(
            countBy(ofAnyType, e => e.type),
          );
          const ofAnybody = await all([rest, type].filter(Boolean).join('&'));
          expect(sorted(counts.people.map(one => [one.pseudonym, one.count]))).toEqual(
            countBy(ofAnybody, e => e.by.pseudonym),
          );
        }
  });

  it('of hours equal the pages of the day', async () => {
    const forwards = await all();
    const day = dayInZone(defaultZone, Date.parse(forwards[60]?.at ?? ''));
    const { hours, total } = await read<LogHours>(`/hours?day=${day}`);
    const items = await all(`from=${day}&to=${day}`);
    expect(total).toBe(items.length);
    expect(sorted(hours.map(one => [one.hour.slice(0, 13), one.count]))).toEqual(
      countBy(items, e => e.at.slice(0, 13)),
    );
  });
});

describe('an event', () => {
  const open = ({ caseId, revision }: LogItem) => read<LogEventWithRelated>(`/${caseId}/${revision}`);

  it('shows its open data with pseudonyms, and says that a part is sealed', async () => {
    const forwards = await all(`caseId=${cases[0]}`);
    for (const item of forwards) {
      const event = await open(item);
      expect(event).toMatchObject(item);
      expect(JSON.stringify(event)).not.toMatch(/p-doctor|p-technician/);
      expect(event).not.toHaveProperty('personal');
    }
    const saved = forwards.find(e => e.type === 'SectionSaved') as LogItem;
    expect((await open(saved)).sealed).toBe(true);
  });

  it('lists its command, its causes and its effects, over cases', async () => {
    const { store, models } = bench.deps;
    const parent = await createCaseWithPast(bench, treatedPast);
    const opened = await bench.post<{ childId: string }>(`/api/cases/${parent}/actions/refine`, {
      as: 'doctor',
      body: { reason: '中线' },
    });
    expect(opened.status).toBe(200);
    await models.reached(await store.head(), 120_000);
    const [first] = (await all(`caseId=${opened.data.childId}`)) as LogItem[];
    const event = await open(first as LogItem);
    expect(event.causes.map(one => [one.caseId, one.type])).toEqual([[parent, 'RefinementOpened']]);
    expect(event.isCausedOutside).toBe(false);
    expect(event.together[0]?.id).toBe(first?.id);
    const cause = await open(event.causes[0] as LogItem);
    expect(cause.effects.map(one => one.id)).toEqual(event.together.map(one => one.id));
  });

  it('of another organisation is like one that does not exist', async () => {
    const [hidden, none] = await Promise.all(
      [foreign, 'ZZZZZZ'].map(id => bench.get(`/api/analysis/log/${id}/0`, { as: 'analyst' })),
    );
    expect([hidden?.status, hidden?.text]).toEqual([404, none?.text]);
    expect((await bench.get(`/api/analysis/log/${cases[0]}/9999`, { as: 'analyst' })).status).toBe(404);
    expect(JSON.stringify(await all())).not.toContain(foreign);
    expect(await all(`caseId=${foreign}`)).toEqual([]);
    expect((await read<LogCounts>(`/counts?caseId=${foreign}`)).total).toBe(0);
  });
});

it('is for analysts and Admins', async () => {
  for (const path of ['', '/counts', '/hours?day=2026-11-20', `/${cases[0]}/0`]) {
    expect((await bench.get(`/api/analysis/log${path}`, { as: 'admin' })).status).toBe(200);
    expect((await bench.get(`/api/analysis/log${path}`, { as: 'supervisor' })).status).toBe(403);
  }
});
