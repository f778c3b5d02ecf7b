/**
 * Another person's case: every route that takes its id, or an id of its orders, answers exactly like an
 * unknown one, with and without an idempotency key, and changes nothing.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShareTestServer, type ShareTestServer } from './testing/shares.ts';
import type { PersonName } from './testing/test-server.ts';

let shares: ShareTestServer;
let caseId: string;
let rest: Record<string, string>;
beforeAll(async () => {
  shares = await openShareTestServer();
  caseId = await shares.planned();
  const { data } = await shares.make(caseId);
  const body = { kind: 'copy', reason: 'asked' };
  await shares.bench.post(`/api/cases/${caseId}/dataRequests`, { as: 'doctor', body });
  rest = { version: '1', at: '0', shareId: data.id, section: 'markers', action: 'confirmDoctor', from: 'x' };
});
afterAll(() => shares.close());

const none = 'ZZZZZZ';
/** Headers that differ with each request. */
const own = new Set(['x-request-id', 'x-token', 'date']);

/** Builds a path's id, by the beginning of the path. */
const idOf: Record<string, (caseId: string) => string> = {
  '/api/cases/:id': caseId => caseId,
  '/api/trays/:id': caseId => `${caseId}-T1`,
  '/api/dataRequests/:id': caseId => `${caseId}-1`,
  '/api/retainers/:id': caseId => `${caseId}-R1`,
};
const named = (path: string) => Object.keys(idOf).find(begin => path.startsWith(begin));

/** Request bodies: valid for some route, and malformed. */
const bodies = [{ result: 'approved', for: 'patient', version: 1 }, {}, [], '{'];

type Asked = { as: PersonName; method: string; path: string; body: unknown; key: string };

async function answerOf({ as, method, path: pattern, body, key }: Asked, id: string): Promise<string> {
  const whole = idOf[named(pattern) ?? '']?.(id) ?? id;
  const path = pattern.replace(/:(\w+)/g, (_, name) => (name === 'id' ? whole : (rest[name] ?? 'none')));
  const headers: Record<string, string> = key === '' ? {} : { 'Idempotency-Key': key };
  const how = method === 'get' ? {} : { body, headers };
  const answer = await shares.bench.send(method.toUpperCase(), path, { as, ...how });
  const told = [...answer.headers].filter(([name]) => !own.has(name));
  return JSON.stringify([answer.status, told, await answer.text()]).replaceAll(id, '');
}

const strangers = ['doctor2', 'other', 'technician2', 'vendor', 'designer'] as const;
test.each(strangers)('another person’s case is unknown to %s', async as => {
  const { bench } = shares;
  const head = await bench.deps.store.head();
  const routes = bench.routes.filter(({ path }) => named(path) !== undefined);
  expect(routes.length).toBeGreaterThan(20);
  for (const { method, path } of routes)
    for (const body of method === 'get' ? [undefined] : bodies)
      for (const key of ['', 'k1']) {
        const question = { as, method, path, body, key };
        const answer = await answerOf(question, caseId);
        expect([question, answer]).toEqual([question, await answerOf(question, none)]);
        expect(answer).toMatch(/^\[4/);
      }
  // The requests have left no events besides the sign-ins.
  const said: string[] = [];
  for await (const event of bench.deps.store.readAll({ after: head })) said.push(event.type);
  expect(said.filter(type => type !== 'SignedIn')).toEqual([]);
});
