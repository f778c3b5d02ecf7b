/**
 * Every body that a person can send fits, by its schema, into one append of any log, so that no log refuses
 * its size.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actionNames, rulesOf } from '#events/case/rules.ts';
import { MAX_APPEND_BYTES } from '../eventstore/row.ts';
import { type JsonSchema, maxJsonBytes } from './testing/schema-size.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

type Operation = { requestBody?: { content: Record<string, { schema: JsonSchema }> } };

let bench: TestServer;
let bodies: [call: string, bytes: number][];
beforeAll(async () => {
  bench = await openTestServer();
  const answer = await bench.send('GET', '/api/openapi.json');
  const { paths }: { paths: Record<string, Record<string, Operation>> } = await answer.json();
  bodies = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]): [string, number][] => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema ? [[`${method} ${path}`, maxJsonBytes(schema)]] : [];
    }),
  );
});
afterAll(() => bench.close());

/** Size of a sealed part: base64, a third longer, with a fixed envelope. */
const sealed = (bytes: number) => (bytes * 4) / 3 + 4096;

/** Actions of the system only: their data derives from files. */
const ofTheSystem = actionNames.filter(action => rulesOf(action).every(({ by }) => by.join() === 'system'));
/** Bodies with a file that is read and not stored. Its number of people is limited (events/person/import.ts). */
const readAsFile = ['post /api/imports', 'post /api/imports/check'];
/** Bodies of which only a limited part is stored: the question's text, which contains the names of its values. */
const partlyStored = ['post /api/analysis/ask'];
const isSaidByPeople = ([call]: (typeof bodies)[number]) =>
  ![...readAsFile, ...partlyStored].includes(call) &&
  !ofTheSystem.some(action => call.endsWith(`/actions/${action}`));

test('every call’s largest body fits into one append', () => {
  const tooLarge = bodies.filter(isSaidByPeople).filter(([, bytes]) => !(sealed(bytes) <= MAX_APPEND_BYTES));
  expect(tooLarge).toEqual([]);
  expect(bodies.length).toBeGreaterThan(60);
});

test('an article counts with both of its languages', () => {
  const [, bytes = 0] = bodies.find(([call]) => call === 'put /api/backOffice/articles/{id}') ?? [];
  expect(bytes).toBeGreaterThan(2 * 40_000 * 6);
});

test('a text without maximum length is reported as unbounded', () => {
  expect(maxJsonBytes({ type: 'object', properties: { note: { type: 'string' } } })).toBe(Infinity);
  expect(maxJsonBytes({ type: 'array', items: { type: 'string', maxLength: 4 } })).toBe(Infinity);
  for (const pattern of ['^a*$', '^a+$', '^[+]{2,}$'])
    expect(maxJsonBytes({ type: 'string', pattern }), pattern).toBe(Infinity);
  expect(maxJsonBytes({ type: 'string', pattern: '^\\+?[*+]{2,3}$' })).toBeLessThan(1_000);
  expect(maxJsonBytes({ type: 'array', items: { type: 'string', maxLength: 4 }, maxItems: 2 })).toBe(56);
});
