import { afterEach, beforeEach, expect, it } from 'vitest';
import { limits } from '#events/case/limits.ts';
import { createCase } from '../api/testing/case-steps.ts';
import { openTestServer, type TestServer } from '../api/testing/test-server.ts';
import { MailFailedError } from '../mail/port.ts';
import { deliverCaseInvitations, startCollaboratorMail } from './collaborator-mail.ts';
import { mailRetryDelaysMs } from './mail.ts';

let bench: TestServer;
let refusing: string[];
beforeEach(async () => {
  bench = await openTestServer();
  refusing = ['full@far.example'];
});
afterEach(() => bench.close());

/** A mail server that never accepts mail for some addresses, but does not reject it permanently either. */
const deps = () => {
  const { mail } = bench.deps;
  const send: typeof mail.send = async letter => {
    if (refusing.includes(letter.to)) throw new MailFailedError('EENVELOPE', 452);
    await mail.send(letter);
  };
  return { ...bench.deps, mail: { ...mail, send } };
};
const invite = (caseId: string, email: string) =>
  bench.post(`/api/cases/${caseId}/collaborators`, {
    as: 'doctor',
    body: { email, level: 'reads', note: '牙周评估', lang: 'en' },
  });
async function follow(): Promise<void> {
  const follower = startCollaboratorMail(deps());
  await follower.idle();
  await follower.stop();
}
const sentTo = () => bench.mail.sent.map(({ to }) => to);
const waiting = async () => (await Array.fromAsync(bench.deps.vault.list('case-invitation/'))).length;

it('an address whose server accepts no mail delays no other invitation', async () => {
  const caseId = await createCase(bench);
  await invite(caseId, 'full@far.example');
  await invite(caseId, 'perio@far.example');
  await follow();
  expect([sentTo(), await waiting()]).toEqual([['perio@far.example'], 1]);
});

it('a mail that was not accepted is tried again later, and is given up in the end', async () => {
  const caseId = await createCase(bench);
  await invite(caseId, 'full@far.example');
  await follow();
  for (const delay of mailRetryDelaysMs) {
    expect(await waiting()).toBe(1);
    bench.clock.advance(delay);
    await deliverCaseInvitations(deps());
  }
  expect([sentTo(), await waiting()]).toEqual([[], 0]);
});

it('a withdrawn invitation is not mailed', async () => {
  const caseId = await createCase(bench);
  await invite(caseId, 'full@far.example');
  await follow();
  const { items } = (
    await bench.get<{ items: { id: string }[] }>(`/api/cases/${caseId}/collaborators`, { as: 'doctor' })
  ).data;
  await bench.post(`/api/collaborations/${items[0]?.id}/end`, { as: 'doctor', body: {} });
  refusing = [];
  bench.clock.advance(mailRetryDelaysMs[0] ?? 0);
  await deliverCaseInvitations(deps());
  expect([sentTo(), await waiting()]).toEqual([[], 0]);
});

it('an address gets few mails, however often a doctor invites it and withdraws', async () => {
  const caseId = await createCase(bench);
  for (let times = 0; times < 4; times++) {
    await invite(caseId, 'stranger@far.example');
    await follow();
    const { items } = (
      await bench.get<{ items: { id: string }[] }>(`/api/cases/${caseId}/collaborators`, { as: 'doctor' })
    ).data;
    await bench.post(`/api/collaborations/${items[0]?.id}/end`, { as: 'doctor', body: {} });
  }
  expect(sentTo()).toEqual(['stranger@far.example']);
});

it('a mail that waits for its address is sent a minute later', async () => {
  const cases = [await createCase(bench), await createCase(bench)];
  for (const caseId of cases) await invite(caseId, 'perio@far.example');
  await follow();
  expect([sentTo().length, await waiting()]).toEqual([1, 1]);
  bench.clock.advance(limits.codeResendMs);
  await deliverCaseInvitations(deps());
  expect([sentTo().length, await waiting()]).toEqual([2, 0]);
});
