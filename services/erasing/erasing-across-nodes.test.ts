/** Two nodes over one log: an erasure on one reaches the other node and its open pages through the log. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleAlignerOrder } from '#events/script/orders.ts';
import {
  openAllowedConversation,
  receivedMessages,
  sendAndAwaitReadModels,
  sendMessage,
} from '../realtime/testing/chat-client.ts';
import {
  createSubmittedCase,
  openRealtimeWorld,
  type RealtimeWorld,
  type TestPage,
  viewerById,
} from '../realtime/testing/realtime-world.ts';
import { erasePatient } from './erase.ts';

let here: RealtimeWorld;
let there: RealtimeWorld;
beforeEach(async () => {
  here = await openRealtimeWorld();
  there = await openRealtimeWorld({ beside: here });
});
afterEach(async () => {
  await there.close();
  await here.close();
});

const settled = (pages: TestPage[]) => Promise.all(pages.map(page => page.settled()));

it('an erasure moves a page on another node to the remaining data, and refuses new messages there', async () => {
  const caseId = await createSubmittedCase(here);
  const conversation = `case.${caseId}`;
  await there.followed();
  const [doctor, service] = [await here.enter('doctor'), await there.enter('service')];
  await openAllowedConversation(service, conversation);
  const secret = '侧貌照片';
  await sendAndAwaitReadModels(here, doctor, conversation, secret);
  await there.followed();
  await service.socket.emitWithAck('case:watch', { caseId });
  const shown = () => {
    const { models } = there.deps;
    const ctx = {
      viewer: viewerById('service'),
      hidden: false,
      person: models.personRef,
      logId: models.logId,
    };
    return models.caseView(ctx, caseId);
  };
  const { name } = shown()?.sections.patient ?? {};
  expect([name, shown()?.header.actions]).toEqual([
    sampleAlignerOrder.patient.name,
    ['acceptCase', 'deniedCase'],
  ]);
  const before = service.told.length;

  const copies = { dropAllOf: async () => undefined };
  await erasePatient({ ...here.deps, eraseFiles: async () => undefined, copies }, caseId);
  await there.followed();
  await settled([service]);

  expect(shown()).toMatchObject({ erased: true, sections: { patient: {} }, header: { actions: [] } });
  const told = service.told.slice(before);
  expect(JSON.stringify(told)).not.toContain(name);
  expect(service.rows('case', caseId).at(-1)?.row).toMatchObject({
    erased: true,
    header: { patientName: '' },
  });
  expect(service.rows('caseList', caseId).at(-1)?.row).toMatchObject({ patientName: '', actions: [] });
  expect(receivedMessages(service, conversation).map(message => message.text)).toEqual([secret, '']);
  expect(await sendMessage(service, conversation, 'more')).toMatchObject({ ok: false });
  await expect(there.act('service', caseId, 'acceptCase')).rejects.toMatchObject({ refusal: 'actionClosed' });
  // The key is erased on a node that never loaded it.
  expect(await there.deps.keyring.find(caseId)).toBeNull();
});
