/**
 * Every way in which rights end, on an open socket that shows a case: the page is notified at once, without a timer,
 * and receives nothing of the case afterwards. `npm run bench -- revocation` measures the time.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createSubmittedCase,
  openPage,
  openRealtimeWorld,
  type RealtimeWorld,
} from './testing/realtime-world.ts';

let world: RealtimeWorld;
beforeEach(async () => {
  world = await openRealtimeWorld();
});
afterEach(() => world.close());

const by = (person: string) => ({ by: person, commandId: crypto.randomUUID() });
const PASSWORD = 'rain4umbrella';
const OTHER = 'moon5harbour';

/** A page of the doctor's assistant that shows the doctor's case, and the doctor's page of the same case. */
async function opened() {
  await world.deps.accounts.change(by('admin'), 'assistant', { password: PASSWORD });
  const caseId = await createSubmittedCase(world);
  const token = await world.tokenOf('assistant');
  const [page, owner] = [await world.page({ token }), await world.enter('doctor')];
  for (const { socket } of [owner, page])
    expect(await socket.emitWithAck('case:watch', { caseId })).toEqual({ ok: true });
  return { caseId, token, page, owner };
}
type Opened = Awaited<ReturnType<typeof opened>>;

/** Changes the case as the doctor. Expects that only the doctor's page receives the change. */
async function expectCaseHidden({ caseId, page, owner }: Opened): Promise<void> {
  const before = page.told.length;
  await world.act('doctor', caseId, 'withdraw');
  await owner.settled();
  const rows = page.told.slice(before).flatMap(t => (t.event === 'rows' ? t.message.rows : []));
  expect(rows.filter(({ id }) => id === caseId)).toEqual([]);
  expect(owner.rows('case', caseId).length).toBeGreaterThan(0);
  expect(owner.told.filter(({ event }) => event === 'reset' || event === 'ended')).toEqual([]);
  const presence = owner.told.flatMap(t => (t.event === 'presence' ? [t.message] : []));
  expect(JSON.stringify(presence.at(-1) ?? [])).not.toContain('assistant');
}

/** Changes that end rights but not the session. */
const changes: Record<string, () => Promise<unknown>> = {
  'an Admin takes the doctor from the assistant': () =>
    world.deps.accounts.change(by('admin'), 'assistant', { serves: ['doctor2'] }),
  'an Admin gives the person another position': () => moved('main'),
  'an Admin moves the person to another organisation': () => moved('ediy'),
};
const moved = (orgId: string) =>
  world.deps.accounts.move(by('admin'), 'assistant', { orgId, position: 'Technician', serves: [] }, () =>
    world.deps.models.casesHeld('assistant'),
  );

describe('a page that shows a case loses it at once when', () => {
  it.each(Object.entries(changes))('%s', async (_way, change) => {
    const all = await opened();
    await change();
    expect(await all.page.next('reset')).toEqual({ reason: 'rights' });
    const { caseId } = all;
    expect(await all.page.socket.emitWithAck('case:watch', { caseId })).not.toEqual({ ok: true });
    await expectCaseHidden(all);
    expect(all.page.socket.connected).toBe(true);
  });
});

/** Another session of the assistant, which ends the page's session. */
async function otherSession() {
  const { deps } = world;
  return deps.sessions.verify(await world.tokenOf('assistant'), { act: true });
}

const confirmed = (personId: string) => ({ ...by(personId), confirm: async () => undefined });

/** Acts that end the page's session. */
const endings: Record<string, (all: Opened) => Promise<unknown>> = {
  'an Admin freezes the person': () => world.deps.accounts.freeze(by('admin'), 'assistant'),
  'the doctor freezes the assistant': () => world.deps.accounts.freeze(by('doctor'), 'assistant'),
  'the account is removed': () => world.deps.accounts.remove(by('admin'), 'assistant'),
  'an Admin sets another password': () =>
    world.deps.accounts.change(by('admin'), 'assistant', { password: OTHER }),
  'an Admin ends the sessions': () => world.deps.sessions.endAll('assistant', by('admin')),
  'the person changes the password in another browser': async () => {
    const change = { oldPassword: PASSWORD, password: OTHER };
    return world.deps.ownAccount.changePassword(await otherSession(), by('assistant'), change);
  },
  'the person signs out everywhere else': async () =>
    world.deps.sessions.own.endOthers(await otherSession(), confirmed('assistant')),
  'the person signs this browser out from another one': async ({ token }) => {
    const { sessions } = world.deps;
    const { sessionId } = await sessions.verify(token, { act: false });
    return sessions.own.end(await otherSession(), sessionId, confirmed('assistant'));
  },
  'the page signs out': ({ token }) => world.deps.sessions.signOut(token),
};

describe('a page that shows a case is disconnected at once when', () => {
  it.each(Object.entries(endings))('%s', async (_way, end) => {
    const all = await opened();
    await end(all);
    expect(await all.page.next('ended')).toEqual({ code: 102028 });
    await all.page.gone();
    await expectCaseHidden(all);
    const again = openPage(world.url, { token: all.token });
    await expect(again).rejects.toMatchObject({ data: { code: 102028 } });
  });
});
