/** An assistant's acts in a case are shown as done for its doctor. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCase } from './testing/case-steps.ts';
import { openTestServer, type TestServer } from './testing/test-server.ts';

type By = { id: string; actsFor?: { id: string; name: string; position: string } };
type Acts = { items: { by: By }[] };

let bench: TestServer;
let caseId: string;
beforeAll(async () => {
  bench = await openTestServer();
  caseId = await createCase(bench);
  await bench.put(`/api/cases/${caseId}/patient`, { as: 'assistant', body: { name: '张伟' } });
});
afterAll(() => bench.close());

const doctor = { id: 'p-doctor', name: '李明', position: 'Doctor' };

test('in the history and on the page of the case', async () => {
  const { data } = await bench.get<Acts>(`/api/cases/${caseId}/history`, { as: 'doctor' });
  const by = (id: string) => data.items.find(item => item.by.id === id)?.by;
  expect(by('p-assistant')?.actsFor).toEqual(doctor);
  expect(by('p-doctor')).toEqual(doctor);
  const page = await bench.get<{ saved: { patient: { by: By } } }>(`/api/cases/${caseId}`, { as: 'admin' });
  expect(page.data.saved.patient.by).toMatchObject({ id: 'p-assistant', actsFor: doctor });
});

test('in the case’s conversation, but not in the doctor’s conversation with the service desk', async () => {
  const said = async (id: string, client: string) => {
    const body = { client, text: '你好' };
    await bench.post(`/api/chats/${id}/messages`, { as: 'assistant', body });
    const { data } = await bench.get<Acts>(`/api/chats/${id}/messages`, { as: 'doctor' });
    return data.items[0]?.by;
  };
  const ofCase = await said(`case.${caseId}`, '1b0c6a52-2f0d-4d0e-9b53-1d7a6f1c2e51');
  expect(ofCase).toMatchObject({ id: 'p-assistant', actsFor: doctor });
  const service = await said('service.p-doctor', '1b0c6a52-2f0d-4d0e-9b53-1d7a6f1c2e52');
  expect(service).toEqual({ id: 'p-assistant', name: '李明', position: 'Assistant' });
  const talks = await bench.get<{ items: { id: string; last: { by: By }; people: By[] }[] }>('/api/chats', {
    as: 'doctor',
  });
  const last = (id: string) => talks.data.items.find(item => item.id === id)?.last.by.actsFor;
  expect([last(`case.${caseId}`), last('service.p-doctor')]).toEqual([doctor, undefined]);
  for (const { people } of talks.data.items)
    for (const person of people) expect(person.actsFor).toBeUndefined();
});

test('in messages about the case, for the doctor of that case', async () => {
  const text = '请看 @李明';
  const body = { client: '1b0c6a52-2f0d-4d0e-9b53-1d7a6f1c2e53', text, mentions: ['p-doctor'] };
  await bench.post(`/api/chats/case.${caseId}/messages`, { as: 'assistant', body });
  const { data } = await bench.get<Acts>('/api/messages?kind=talk', { as: 'doctor' });
  expect(data.items[0]?.by).toMatchObject({ id: 'p-assistant', actsFor: doctor });
});
