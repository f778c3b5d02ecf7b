import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptAssistantOffer, endServingDoctor, offerAssistant } from '#events/person/assistants.ts';
import {
  completeDraft,
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

describe('a socket whose rights change', () => {
  it('leaves the old rooms before the next push, and its page must read everything again', async () => {
    const [assistant, supervisor] = [await world.enter('assistant'), await world.enter('supervisor')];
    const caseId = await createSubmittedCase(world);
    await assistant.settled();
    const before = assistant.told.length;
    const order = { by: 'admin', commandId: crypto.randomUUID() };
    await world.caught(world.deps.accounts.change(order, 'assistant', { serves: ['doctor2'] }));
    expect(await assistant.next('reset')).toEqual({ reason: 'rights' });
    await world.act('doctor', caseId, 'withdraw');
    const others = await completeDraft(world, 'doctor2');
    await Promise.all([assistant.settled(), supervisor.settled()]);
    const after = assistant.told.slice(before).flatMap(t => (t.event === 'rows' ? t.message.rows : []));
    expect(new Set(after.filter(r => r.view === 'caseList').map(r => r.id))).toEqual(new Set([others]));
    expect(supervisor.told.some(t => t.event === 'reset')).toBe(false);
  });
});

describe('the sockets of an assistant whom several doctors share', () => {
  const command = (by: string) => ({ by, commandId: crypto.randomUUID() });
  const share = (decide: typeof endServingDoctor, doctorId: string) =>
    world.caught(
      world.deps.people.change({
        ...command(doctorId),
        decide: d => decide(d, { doctorId, personId: 'assistant' }),
      }),
    );
  /** An assistant who serves `doctor` and `doctor2`, and has a case of `doctor2` open, like the case's owner. */
  async function shared() {
    const offer = () => 'doctor2';
    await share((d, of) => offerAssistant(d, of, offer), 'doctor');
    await share(acceptAssistantOffer, 'doctor2');
    const caseId = await createSubmittedCase(world, 'doctor2');
    const [assistant, owner] = [await world.enter('assistant'), await world.enter('doctor2')];
    for (const page of [owner, assistant])
      expect(await page.socket.emitWithAck('case:watch', { caseId })).toEqual({ ok: true });
    return { caseId, assistant, owner };
  }

  it('lose the cases of a doctor who ends the service, without waiting for a timer', async () => {
    const { caseId, assistant, owner } = await shared();
    await assistant.settled();
    const before = assistant.told.length;
    await share(endServingDoctor, 'doctor2');
    expect(await assistant.next('reset')).toEqual({ reason: 'rights' });
    expect(await assistant.socket.emitWithAck('case:watch', { caseId })).not.toEqual({ ok: true });
    await world.act('doctor2', caseId, 'withdraw');
    const others = await completeDraft(world, 'doctor');
    await Promise.all([assistant.settled(), owner.settled()]);
    const rows = assistant.told.slice(before).flatMap(t => (t.event === 'rows' ? t.message.rows : []));
    expect(new Set(rows.filter(row => row.view === 'caseList').map(row => row.id))).toEqual(
      new Set([others]),
    );
    expect(rows.filter(row => row.view === 'case')).toEqual([]);
    const presence = owner.told.flatMap(t => (t.event === 'presence' ? [t.message] : []));
    expect(JSON.stringify(presence.at(-1))).not.toContain('assistant');
    expect(JSON.stringify(presence)).toContain('assistant');
  });

  it('close when the account is removed, and no token opens another', async () => {
    const { assistant, owner } = await shared();
    const token = await world.tokenOf('assistant');
    world.clock.advance(1);
    await world.deps.accounts.remove(command('doctor'), 'assistant');
    expect(await assistant.next('ended')).toEqual({ code: 102028 });
    await assistant.gone();
    await expect(openPage(world.url, { token })).rejects.toMatchObject({ data: { code: 102028 } });
    await expect(world.tokenOf('assistant')).rejects.toMatchObject({ refusal: 'userFrozen' });
    await owner.settled();
    expect(owner.socket.connected).toBe(true);
  });
});

describe('a person who is moved while signed in', () => {
  it('gets the rights of the new position on open sockets at once, and loses the old ones', async () => {
    const [moved, supervisor] = [await world.enter('service'), await world.enter('supervisor')];
    const caseId = await createSubmittedCase(world);
    await moved.settled();
    expect(moved.rows('caseList', caseId).length).toBeGreaterThan(0);
    const before = moved.told.length;
    const order = { by: 'admin', commandId: crypto.randomUUID() };
    const to = { orgId: 'main', position: 'Technician', serves: [] } as const;
    const held = () => world.deps.models.casesHeld('service');
    await world.caught(world.deps.accounts.move(order, 'service', to, held));
    expect(await moved.next('reset')).toEqual({ reason: 'rights' });
    await world.act('doctor', caseId, 'withdraw');
    await Promise.all([moved.settled(), supervisor.settled()]);
    const after = moved.told.slice(before).flatMap(t => (t.event === 'rows' ? t.message.rows : []));
    expect(after.filter(({ view, id }) => view === 'caseList' && id === caseId)).toEqual([]);
    expect(supervisor.told.some(({ event }) => event === 'reset')).toBe(false);
  });
});

describe('sessions', () => {
  it.each([
    ['no token', undefined, 101014],
    ['a forged token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJkb2N0b3IifQ.', 101014],
    ['a token that is not a string', 7, 101014],
  ])('refuse %s with the error code', async (_what, token, code) => {
    // Boundary under test: a token may have any shape.
    await expect(openPage(world.url, { token: token as string })).rejects.toMatchObject({ data: { code } });
    expect(world.live.connections()).toBe(0);
  });

  it('refuse a token after its session was signed out', async () => {
    const token = await world.tokenOf('doctor');
    await world.deps.sessions.signOut(token);
    await expect(openPage(world.url, { token })).rejects.toMatchObject({ data: { code: 102028 } });
  });

  it('end the sockets of the session that signs out, and of no other', async () => {
    const token = await world.tokenOf('doctor');
    const [gone, stays] = [await world.page({ token }), await world.enter('doctor')];
    await world.deps.sessions.signOut(token);
    expect(await gone.next('ended')).toEqual({ code: 102028 });
    await gone.gone();
    await stays.settled();
    expect(stays.told).toEqual([]);
  });

  it('end all sockets of a frozen person, and admit none', async () => {
    const token = await world.tokenOf('technician');
    const pages = [await world.page({ token }), await world.enter('technician')];
    const other = await world.enter('technician2');
    world.clock.advance(1);
    await world.deps.accounts.freeze({ by: 'admin', commandId: crypto.randomUUID() }, 'technician');
    for (const page of pages) {
      expect(await page.next('ended')).toEqual({ code: 102028 });
      await page.gone();
    }
    await expect(openPage(world.url, { token })).rejects.toMatchObject({ data: { code: 102028 } });
    await other.settled();
    expect(other.socket.connected).toBe(true);
  });

  it('stay open if they began after a sign-out everywhere, however late that is processed', async () => {
    const before = world.clock.now();
    world.clock.advance(1000);
    const page = await world.enter('doctor');
    const event = {
      type: 'SessionsEnded',
      id: crypto.randomUUID(),
      by: 'doctor',
      at: '2026-11-20T08:00:01.000Z',
    };
    const data = { personId: 'doctor', before: new Date(before + 1).toISOString() };
    await world.deps.store.append('session-doctor', 'any', [{ ...event, data }]);
    await world.deps.accounts.change({ by: 'admin', commandId: crypto.randomUUID() }, 'technician', {
      name: '陈新',
    });
    await page.next('rows');
    await page.settled();
    expect(page.told.map(t => t.event)).toEqual(['rows']);
  });

  it('end unused sockets after 15 minutes, and keep those in use', async () => {
    const tokens = [await world.tokenOf('doctor'), await world.tokenOf('supervisor')] as const;
    const [idle, used] = [await world.page({ token: tokens[0] }), await world.page({ token: tokens[1] })];
    world.clock.advance(10 * 60_000);
    await world.deps.sessions.verify(tokens[1], { act: true });
    world.timers.fire();
    await idle.settled();
    world.clock.advance(5 * 60_000);
    world.timers.fire();
    expect(await idle.next('ended')).toEqual({ code: 101014 });
    await idle.gone();
    await used.settled();
    expect(used.told).toEqual([]);
    world.clock.advance(10 * 60_000);
    world.timers.fire();
    expect(await used.next('ended')).toEqual({ code: 101014 });
  });
});
