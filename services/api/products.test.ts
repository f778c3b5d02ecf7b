/** Products that an organisation offers: the choices of its doctors. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

const offer = (body: object) => bench.put('/api/organisations/main', { as: 'admin', body });
const prescribe = (caseId: string, body: object) =>
  bench.put<{ issues?: object[] }>(`/api/cases/${caseId}/prescription`, { as: 'doctor', body });
const own = async () => (await bench.get('/api/organisation', { as: 'doctor' })).data;

test('an organisation offers everything until an Admin names its products', async () => {
  expect(await own()).toEqual({
    ...{ orgId: 'main', zone: 'Asia/Shanghai', kind: 'clinic', logo: '' },
    ...{ names: { en: 'main', 'zh-CN': 'main' }, methods: [1, 2], productTypes: [1, 2, 3, 4] },
  });
  await offer({ methods: [1], productTypes: [2] });
  expect(await own()).toMatchObject({ methods: [1], productTypes: [2] });
});

test('a method or product that is not offered is refused at its field, from the next choice on', async () => {
  const caseId = await createCase(bench);
  expect((await prescribe(caseId, { method: 2, productType: 1 })).status).toBe(200);
  await offer({ methods: [1], productTypes: [2] });
  const issue = 'not-offered';
  expect(await prescribe(await createCase(bench), { method: 2, productType: 3 })).toMatchObject({
    status: 400,
    data: {
      issues: [
        { path: 'method', issue },
        { path: 'productType', issue },
      ],
    },
  });
  // The earlier choice stays valid, and it is always possible to choose no product.
  expect((await prescribe(caseId, { method: 2, productType: 1, note: '请保留' })).status).toBe(200);
  expect((await prescribe(caseId, { method: 1, productType: 4 })).status).toBe(200);
  expect((await prescribe(caseId, { method: 2, productType: 4 })).status).toBe(400);
});

test('products of one organisation do not bind another', async () => {
  await offer({ methods: [1] });
  const { data } = await bench.post<{ caseId: string }>('/api/cases', { as: 'designer', body: {} });
  const sent = { as: 'designer', body: { method: 2 } } as const;
  expect((await bench.put(`/api/cases/${data.caseId}/prescription`, sent)).status).toBe(200);
});

test.each([
  [{ methods: [] }, 'methods'],
  [{ methods: [3] }, 'methods.0'],
  [{ productTypes: [1, 1] }, 'productTypes'],
])('an offer of %o is refused at its field', async (body, path) => {
  expect(await offer(body)).toMatchObject({ status: 400, data: { issues: [{ path }] } });
});
