/** Somebody else's case: on every route that takes a case's id it answers exactly like no case, and nothing comes of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Name } from './testing/bench.ts';
import { openShares, type Shares } from './testing/shares.ts';

let shares: Shares;
let caseId: string;
let rest: Record<string, string>;
beforeAll(async () => {
  shares = await openShares();
  caseId = await shares.planned();
  const { data } = await shares.make(caseId);
  rest = { version: '1', at: '0', shareId: data.id, section: 'markers', action: 'confirmDoctor', from: 'x' };
});
afterAll(() => shares.close());

const none = 'ZZZZZZ';
/** What is another at each request, whatever is asked. */
const own = new Set(['x-request-id', 'x-token', 'date']);

async function asked(as: Name, method: string, pattern: string, id: string): Promise<string> {
  const path = pattern.replace(/:(\w+)/g, (_, name) => (name === 'id' ? id : (rest[name] ?? 'none')));
  const body = method === 'get' ? {} : { body: { result: 'approved', for: 'patient', version: 1 } };
  const answer = await shares.bench.send(method.toUpperCase(), path, { as, ...body });
  const headers = [...answer.headers].filter(([name]) => !own.has(name));
  return JSON.stringify([answer.status, headers, await answer.text()]).replaceAll(id, '');
}

const strangers = ['doctor2', 'other', 'technician2', 'vendor', 'designer'] as const;
test.each(strangers)('for %s there is none', async as => {
  const { bench } = shares;
  const head = await bench.deps.store.head();
  const routes = bench.routes.filter(({ path }) => path.startsWith('/api/cases/:id'));
  expect(routes.length).toBeGreaterThan(20);
  for (const { method, path } of routes) {
    const answer = await asked(as, method, path, caseId);
    expect([method, path, answer]).toEqual([method, path, await asked(as, method, path, none)]);
    expect(answer).toMatch(/^\[4/);
  }
  // Signing in is all that was done.
  const said: string[] = [];
  for await (const event of bench.deps.store.readAll({ after: head })) said.push(event.type);
  expect(said.filter(type => type !== 'SignedIn')).toEqual([]);
});
