import { describe, expect, it } from 'vitest';
import { isRefusal } from '../errors.ts';
import {
  type Claim,
  claimConversation,
  closeConversation,
  escalateQuestion,
  evolveClaim,
  handOverConversation,
  isConversationClosed,
  noClaim,
  releaseConversation,
} from './claim.ts';
import type { ClaimEvent } from './events.ts';

const claimed = (by: string) => ({ by, event: { type: 'ConversationClaimed', data: {} } as const });
const handedOver = (by: string, to: string) => ({
  by,
  event: { type: 'ConversationHandedOver', data: { to } } as const,
});
const closed = (by: string, upTo: number) => ({
  by,
  event: { type: 'ConversationClosed', data: { upTo } } as const,
});
const escalated = (since: string) => ({
  by: 'system',
  event: { type: 'ConversationEscalated', data: { since } } as const,
});
type Past = { by: string; event: ClaimEvent }[];

const foldOf = (past: Past): Claim =>
  past.reduce((claim, { by, event }, revision) => evolveClaim(claim, { ...event, revision, by }), noClaim);

/** Runs a step after past events; shows the refusal with the holder it names. */
function given(...past: Past) {
  const before = foldOf(past);
  const outcome = (decide: (claim: Claim) => ClaimEvent[]) => {
    try {
      return decide(before);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return [error.refusal, error.data?.holder];
    }
  };
  const when = (decide: (claim: Claim) => ClaimEvent[]) => ({
    makes: (...events: unknown[]) => expect(outcome(decide)).toEqual(events),
  });
  return { ...before, when };
}

const at = (by: string, count = 3, waiting = false) => ({ by, count, waiting });

describe('a conversation', () => {
  it('is claimed by the first; a repeated claim does nothing, and a second person gets the holder', () => {
    given()
      .when(claim => claimConversation(claim, at('service')))
      .makes({ type: 'ConversationClaimed', data: {} });
    given(claimed('service'))
      .when(claim => claimConversation(claim, at('service')))
      .makes();
    given(claimed('service'))
      .when(claim => claimConversation(claim, at('other')))
      .makes('actionClosed', 'service');
    given(claimed('service'), closed('service', 3))
      .when(claim => claimConversation(claim, at('other')))
      .makes({ type: 'ConversationClaimed', data: {} });
  });

  it('is handed over by its holder, or by a supervisor whoever holds it', () => {
    const to = { type: 'ConversationHandedOver', data: { to: 'other' } };
    given(claimed('service'))
      .when(claim => handOverConversation(claim, at('service'), 'other', false))
      .makes(to);
    given(claimed('service'))
      .when(claim => handOverConversation(claim, at('third'), 'other', false))
      .makes('actionClosed', 'service');
    given(claimed('service'))
      .when(claim => handOverConversation(claim, at('third'), 'other', true))
      .makes(to);
    given()
      .when(claim => handOverConversation(claim, at('service'), 'other', false))
      .makes('actionClosed', null);
    given()
      .when(claim => handOverConversation(claim, at('service'), 'other', true))
      .makes(to);
    given(handedOver('service', 'other'))
      .when(claim => handOverConversation(claim, at('other'), 'other', false))
      .makes();
    expect(given(claimed('service'), handedOver('service', 'other')).holder).toBe('other');
  });

  it('is taken back by the person who handed it over, while the new holder still has it', () => {
    const back = (to: string) => (claim: Claim) => handOverConversation(claim, at('service'), to, false);
    const handed = [claimed('service'), handedOver('service', 'other')];
    given(...handed)
      .when(back('service'))
      .makes({ type: 'ConversationHandedOver', data: { to: 'service' } });
    given(...handed)
      .when(back('third'))
      .makes('actionClosed', 'other');
    for (const [since, holder] of [
      [handedOver('other', 'third'), 'third'],
      [closed('other', 3), null],
    ] as const)
      given(...handed, since)
        .when(back('service'))
        .makes('actionClosed', holder);
  });

  it('is released by its holder or a supervisor, and can be claimed again', () => {
    const done = { type: 'ConversationReleased', data: {} };
    const give =
      (by: string, isSupervisor = false) =>
      (claim: Claim) =>
        releaseConversation(claim, at(by, 3, true), isSupervisor);
    const held = given(handedOver('service', 'other'));
    held.when(give('other')).makes(done);
    held.when(give('service')).makes('actionClosed', 'other');
    held.when(give('third', true)).makes(done);
    given().when(give('service', true)).makes('actionClosed', null);
    const freed = given(claimed('service'), {
      by: 'service',
      event: { type: 'ConversationReleased', data: {} },
    });
    expect([freed.holder, freed.from, freed.closed]).toEqual([null, null, null]);
    freed
      .when(claim => claimConversation(claim, at('other')))
      .makes({ type: 'ConversationClaimed', data: {} });
  });

  it('is closed up to a message; a later message reopens it, and it can be closed again', () => {
    given(claimed('service'))
      .when(claim => closeConversation(claim, at('service', 3), false))
      .makes({ type: 'ConversationClosed', data: { upTo: 3 } });
    const past = given(claimed('service'), closed('service', 3));
    expect([isConversationClosed(past, 3), isConversationClosed(past, 4), past.holder]).toEqual([
      true,
      false,
      null,
    ]);
    past.when(claim => closeConversation(claim, at('service', 3), false)).makes('actionClosed', undefined);
    past
      .when(claim => closeConversation(claim, at('service', 4), false))
      .makes({ type: 'ConversationClosed', data: { upTo: 4 } });
  });

  it('with an unanswered question is closed by its holder or a supervisor, or by anyone if unclaimed', () => {
    const close = (by: string, isSupervisor: boolean, waiting: boolean) => (claim: Claim) =>
      closeConversation(claim, at(by, 3, waiting), isSupervisor);
    const done = { type: 'ConversationClosed', data: { upTo: 3 } };
    const held = given(claimed('service'));
    held.when(close('other', false, true)).makes('actionClosed', 'service');
    held.when(close('other', false, false)).makes(done);
    held.when(close('other', true, true)).makes(done);
    held.when(close('service', false, true)).makes(done);
    given()
      .when(close('other', false, true))
      .makes(done);
  });

  it('is open again once claimed or handed over', () => {
    expect(isConversationClosed(given(closed('service', 3), claimed('other')), 3)).toBe(false);
    expect(isConversationClosed(given(closed('service', 3), handedOver('supervisor', 'other')), 3)).toBe(
      false,
    );
  });

  it('is escalated once for each question past its deadline', () => {
    const [one, two] = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z'];
    given()
      .when(claim => escalateQuestion(claim, one))
      .makes({ type: 'ConversationEscalated', data: { since: one } });
    given(escalated(one))
      .when(claim => escalateQuestion(claim, one))
      .makes();
    given(escalated(one))
      .when(claim => escalateQuestion(claim, two))
      .makes({ type: 'ConversationEscalated', data: { since: two } });
    expect(given(claimed('service'), escalated(one))).toMatchObject({
      holder: 'service',
      closed: null,
      revision: 1,
    });
  });
});
