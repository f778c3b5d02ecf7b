import { afterEach, expect, test } from 'vitest';
import { Status } from '#events/case/status.ts';
import { pastAt } from '#events/testing/past.ts';
import { performAction } from './testing/case-steps.ts';
import { createCaseWithPast } from './testing/case-with-past.ts';
import { openTestServer, type TestPersonName, type TestServer } from './testing/test-server.ts';

let bench: TestServer;
afterEach(() => bench.close());

test('a data request tells nobody of a refinement that only others of its patient’s people see', async () => {
  bench = await openTestServer();
  await bench.deps.accounts.change({ by: 'system', commandId: crypto.randomUUID() }, 'p-other', {
    email: 'perio@far.example',
  });
  const caseId = await createCaseWithPast(bench, pastAt[Status.AllSent]);
  const invitation = { email: 'perio@far.example', level: 'reads', note: '牙周评估', lang: 'zh-CN' };
  await bench.post(`/api/cases/${caseId}/collaborators`, { as: 'doctor', body: invitation });
  const { items } = (await bench.get<{ items: { id: string }[] }>('/api/collaborations', { as: 'other' }))
    .data;
  await bench.post(`/api/collaborations/${items[0]?.id}/accept`, { as: 'other', body: {} });
  await performAction(bench, 'doctor', caseId, 'refine', { reason: '13' });
  const childId = (await bench.deps.streams.load(caseId)).childId ?? '';
  const giving = { account: 'doctor2', caseIds: [childId], note: '转诊' };
  expect((await bench.post('/api/handOvers', { as: 'doctor', body: giving })).status).toBe(200);

  const ask = async (id: string, as: TestPersonName) => {
    const sent = await bench.post(`/api/cases/${id}/dataRequests`, {
      as,
      body: { kind: 'copy', reason: 'asked in writing' },
    });
    return [sent.status, sent.data];
  };
  for (const as of ['other', 'doctor'] as const)
    expect([as, await ask(childId, as)]).toEqual([as, await ask('NONE22', as)]);
  expect((await ask(caseId, 'other'))[0]).toBe(403);
  // The copy would contain the refinement.
  expect((await ask(caseId, 'doctor'))[0]).toBe(403);
  expect((await bench.get(`/api/cases/${caseId}/dataRequests`, { as: 'doctor' })).status).toBe(403);
  expect((await ask(caseId, 'admin'))[0]).toBe(200);
});
