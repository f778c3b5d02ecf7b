/** Retries a command whose append succeeded but whose acknowledgement was lost in an outage of the log. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseStreamOf } from '#events/case/stream.ts';
import { Refusal } from '#events/errors.ts';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
let isDown = false;
/** True: the next append is stored although the log reports an outage. */
let takesOne = false;

beforeEach(async () => {
  isDown = false;
  takesOne = false;
  bench = await openTestServer({
    wrap: store => ({
      ...store,
      append: async (stream, expected, events) => {
        if (takesOne) await store.append(stream, expected, events);
        takesOne = false;
        if (isDown) throw new Refusal('logDown');
        return store.append(stream, expected, events);
      },
      find: async (stream, id) => {
        if (isDown) throw new Refusal('logDown');
        return store.find(stream, id);
      },
    }),
  });
});
afterEach(() => bench.close());

const how = { as: 'doctor' as const, body: { name: '张伟' }, headers: { 'Idempotency-Key': 'k1' } };
const savedIn = async (caseId: string) =>
  (await Array.fromAsync(bench.deps.store.read(caseStreamOf(caseId)))).map(({ type }) => type);

test('an idempotency key answers the same request after the outage, and refuses any other', async () => {
  const caseId = await createCase(bench);
  const save = (name: string) => bench.put(`/api/cases/${caseId}/patient`, { ...how, body: { name } });
  takesOne = true;
  isDown = true;
  expect(await save('张伟')).toMatchObject({ status: 503, code: 104070 });
  isDown = false;
  expect(await save('王芳')).toMatchObject({ status: 422, code: 104006 });
  expect(await save('张伟')).toMatchObject({ status: 200, code: 0 });
  expect(await savedIn(caseId)).toEqual(['CaseCreated', 'SectionSaved']);
});

test('an idempotency key accepts the same request if the append did not succeed', async () => {
  const caseId = await createCase(bench);
  const save = () => bench.put(`/api/cases/${caseId}/patient`, how);
  isDown = true;
  expect(await save()).toMatchObject({ status: 503, code: 104070 });
  isDown = false;
  expect(await save()).toMatchObject({ status: 200, code: 0 });
  expect(await savedIn(caseId)).toEqual(['CaseCreated', 'SectionSaved']);
});
