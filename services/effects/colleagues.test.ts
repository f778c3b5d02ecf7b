import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCase } from '../api/testing/case-steps.ts';
import { openTestServer, type TestServer } from '../api/testing/test-server.ts';
import { startCollaboratorMail } from './collaborator-mail.ts';
import { startHandOvers } from './hand-overs.ts';

let bench: TestServer;
beforeEach(async () => {
  bench = await openTestServer();
});
afterEach(() => bench.close());

it('cases that a crash kept from recording their new owner are handed over, once', async () => {
  const caseId = await createCase(bench);
  const { people, streams } = bench.deps;
  await people.change({
    ...{ by: 'p-admin', commandId: crypto.randomUUID() },
    decide: () => [
      {
        type: 'CasesHandedOver',
        data: { personId: 'p-doctor2', ownerId: 'p-doctor', caseIds: [caseId] },
        personal: { note: '离职' },
      },
    ],
  });
  expect((await streams.load(caseId)).ownerId).toBe('p-doctor');
  for (let start = 0; start < 2; start++) {
    const follower = startHandOvers(bench.deps);
    await follower.idle();
    await follower.stop();
    const { ownerId, formerOwners } = await streams.load(caseId);
    expect([ownerId, formerOwners.map(({ id }) => id)]).toEqual(['p-doctor2', ['p-doctor']]);
  }
});

it('an invitation to a case is mailed without patient and case, unless it was withdrawn before', async () => {
  const caseId = await createCase(bench);
  await bench.put(`/api/cases/${caseId}/patient`, { as: 'doctor', body: { name: '张伟' } });
  const path = `/api/cases/${caseId}/collaborators`;
  for (const email of ['perio@far.example', 'late@far.example'])
    await bench.post(path, { as: 'doctor', body: { email, level: 'reads', note: '会诊', lang: 'zh-CN' } });
  const { data } = await bench.get<{ items: { id: string; address: string }[] }>(path, { as: 'doctor' });
  const late = data.items.find(({ address }) => address === 'late@far.example');
  await bench.post(`/api/collaborations/${late?.id}/end`, { as: 'doctor', body: {} });
  const follower = startCollaboratorMail({ ...bench.deps, mail: bench.mail });
  await follower.idle();
  await follower.stop();
  expect(bench.mail.sent.map(({ to }) => to)).toEqual(['perio@far.example']);
  const text = JSON.stringify(bench.mail.sent);
  expect(text).toContain('/register');
  for (const secret of [caseId, '张伟', '会诊']) expect(text).not.toContain(secret);
});
