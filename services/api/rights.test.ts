/**
 * The rights matrix over HTTP: every call of the API × every position × own, serving and unrelated organisation. A hidden
 * thing must answer exactly like a missing one. How to add a call: `testing/rights/rights-table.ts`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CallOutcome,
  expectedOutcomesOf,
  type RightsExpectation,
} from './testing/rights/expectation.ts';
import { bodyIdFields, rightsTable, rightsTables } from './testing/rights/rights-table.ts';
import type { RightsTarget } from './testing/rights/targets.ts';
import { openRightsServer, type SignedViewer } from './testing/rights/world.ts';

type Operation = { requestBody?: { content: Record<string, { example?: unknown }> } };
type Call = { line: string; method: string; path: string; example: unknown };

let world: Awaited<ReturnType<typeof openRightsServer>>;
let calls: Call[];
beforeAll(async () => {
  world = await openRightsServer();
  calls = await describedCalls();
  world.seal();
});
afterAll(() => world.close());

/** The calls of the API's description, each with the name of its line in the table. */
async function describedCalls(): Promise<Call[]> {
  const answer = await world.bench.send('GET', '/api/openapi.json');
  const { paths }: { paths: Record<string, Record<string, Operation>> } = await answer.json();
  return Object.entries(paths).flatMap(([openPath, operations]) =>
    Object.entries(operations).map(([name, { requestBody }]) => {
      const path = openPath.replace(/\{(\w+)\}/g, ':$1');
      const method = name.toUpperCase();
      const line = `${method} ${path.replace(/\/actions\/\w+$/, '/actions/:action')}`;
      const example = method === 'GET' ? undefined : requestBody?.content['application/json']?.example;
      return { line, method, path, example };
    }),
  );
}

/** Queries that a call needs to find its target. */
const queries: Record<string, string> = {
  '/api/chats/search': '?q=ab&conversation=:id',
  '/api/chats/:id/messages/:message/translation': '?to=en',
  '/api/cases/:id/reviews': '?version=1',
};
/** Headers that differ with each request. */
const varying = ['x-request-id', 'x-token', 'date'];

type Sent = { viewer?: SignedViewer; target?: Omit<RightsTarget, 'missing'>; body?: unknown; key?: string };
type Answer = { status: number; text: string };

/** Sends a call. `text`: status, headers and body without the target's id. */
async function send({ method, path: pattern }: Call, { viewer, target, body, key }: Sent): Promise<Answer> {
  const { id, rest } = target ?? { id: 'none' };
  const path = `${pattern}${queries[pattern] ?? ''}`.replace(/:(\w+)/g, (_, name) =>
    name === 'id' || name === 'day' ? id : (rest?.[name] ?? 'none'),
  );
  const headers: Record<string, string> = key ? { 'Idempotency-Key': key } : {};
  const answer = await world.bench.send(method, path, { token: viewer?.token, body, headers });
  const told = [...answer.headers].filter(([name]) => !varying.includes(name));
  const text = JSON.stringify([answer.status, told, await answer.text()]).replaceAll(id, '');
  return { status: answer.status, text };
}

/** @param missing the answer for a missing target, if the call has a target */
function outcomeOf({ status, text }: Answer, missing: Answer | undefined): CallOutcome {
  if (status === 401) return 'signedOut';
  if (status === 403) return 'forbidden';
  return missing && status === 404 && text === missing.text ? 'missing' : 'through';
}

/** Sends a call as one viewer, once for the target and once for a missing one. Returns the deviations. */
async function wrongOf(call: Call, expectation: RightsExpectation, viewer?: SignedViewer): Promise<string[]> {
  const [, kind] = expectation;
  const { missing: id, ...target } = kind ? world.targets[kind] : { id: 'none', missing: 'none' };
  const sent = { viewer, body: call.example };
  const answer = await send(call, { ...sent, target });
  const missing = kind && (await send(call, { ...sent, target: { ...target, id } }));
  const [expected, outcome] = [expectedOutcomesOf(expectation, viewer), outcomeOf(answer, missing)];
  const isForeign = missing !== undefined && viewer?.of === 'foreign';
  const name = `${call.method} ${call.path} as ${viewer?.name ?? 'nobody'}`;
  return [
    ...(expected.includes(outcome) ? [] : [`${name}: ${outcome}, not ${expected.join(' or ')}`]),
    ...(isForeign && answer.text !== missing.text ? [`${name}: foreign is not like missing`] : []),
  ];
}

test('the rights tables have one line for every call, and no other', () => {
  const named = rightsTables.flatMap(table => Object.keys(table));
  expect(named.sort()).toEqual([...new Set(calls.map(({ line }) => line))].sort());
});

const lines = Object.entries(rightsTable);

/** Calls that end or start a session, or finish a sign-in: they refuse a wrong token or ticket with 401. */
const tokenCalls = [
  'POST /api/login/:token',
  'PUT /api/login/:token',
  'POST /api/secondStep',
  'POST /api/passkey',
];

test.each(lines.filter(([, [gate]]) => gate === 'everybody'))('%s needs no session', async line => {
  const [call] = calls.filter(one => one.line === line);
  const { status } = call ? await send(call, { body: call.example }) : { status: 0 };
  expect(tokenCalls.includes(line) ? [403] : [0, 401, 403]).not.toContain(status);
});

test.each(lines.filter(([, [gate]]) => gate !== 'everybody'))(
  'rights hold for %s',
  async (line, expectation) => {
    const wrong: string[] = [];
    for (const call of calls.filter(one => one.line === line))
      for (const viewer of [undefined, ...world.viewers])
        wrong.push(...(await wrongOf(call, expectation, viewer)));
    expect(wrong).toEqual([]);
  },
);

/** Bodies that are valid for some call, and malformed ones. */
const bodies = [{ result: 'approved', for: 'patient', version: 1 }, {}, [], '{'];

const targeted = lines.filter(([, [, kind]]) => kind !== undefined);
test.each(targeted)('no body and no key reveals the target of %s', async (line, expectation) => {
  const [, kind = 'case'] = expectation;
  const { missing, ...target } = world.targets[kind];
  const viewer = world.viewers.findLast(one => expectedOutcomesOf(expectation, one).includes('missing'));
  for (const call of calls.filter(one => one.line === line))
    for (const body of call.method === 'GET' ? [undefined] : bodies)
      for (const key of [undefined, crypto.randomUUID()]) {
        const sent = { viewer, body, key };
        const answer = await send(call, { ...sent, target });
        const unknown = await send(call, { ...sent, target: { ...target, id: missing } });
        expect([call.path, body, key, answer.text]).toEqual([call.path, body, key, unknown.text]);
        expect(answer.text).toMatch(/^\[4/);
      }
});

test.each(bodyIdFields)('$field of $call answers alike for a foreign and a missing id', async each => {
  const { call: line, as, field, beside, foreign, missing } = each;
  const [, kind] = rightsTable[line] ?? [];
  const viewer = world.viewers.find(({ name }) => name === as);
  const [call] = calls.filter(one => one.line === line);
  if (!call || !viewer) throw new Error(`no ${line} as ${as}`);
  const answered = async (id: string | string[]) => {
    const body = { ...Object(call.example), ...beside, [field]: id };
    const { status, text } = await send(call, { viewer, target: kind && world.targets[kind], body });
    return { status, text: text.replaceAll(String(id), '') };
  };
  const answer = await answered(foreign);
  expect(answer).toEqual(await answered(missing));
  expect([400, 404]).toContain(answer.status);
});

/** Calls on a part of a thing. The owner's parts count as missing when the path names the colleague's thing. */
const parts = [
  ['DELETE /api/cases/:id/shares/:shareId', 'case', 'shareId'],
  ['PUT /api/cases/:id/files/:fileId', 'case', 'fileId'],
  ['DELETE /api/cases/:id/files/:fileId', 'case', 'fileId'],
  ['GET /api/chats/:id/messages/:message/translation', 'chat', 'message'],
  ['PUT /api/chats/:id/messages/:message', 'chat', 'message'],
  ['DELETE /api/chats/:id/messages/:message', 'chat', 'message'],
] as const;

test.each(parts)(
  '%s does not find a part of a stranger’s thing below an own one',
  async (line, kind, part) => {
    const [call] = calls.filter(one => one.line === line);
    const viewer = world.viewers.find(({ name }) => name === 'Doctor, own');
    if (!call || !viewer) throw new Error(`no ${line}`);
    const answered = async (id: string) => {
      const target = { id: world.colleagues[kind], rest: { [part]: id } };
      const { status, text } = await send(call, { viewer, target, body: call.example });
      return { status, text: text.replaceAll(id, '') };
    };
    const answer = await answered(world.targets[kind].rest?.[part] ?? '');
    expect(answer).toEqual(await answered('none'));
    expect([400, 404]).toContain(answer.status);
  },
);
