/** The claim of a conversation: claimed, handed over, released, closed. Decided on its own short stream. */
import { Refusal } from '../errors.ts';
import type { ClaimEvent } from './events.ts';

export type Claim = {
  revision: number;
  /** Id of the person in charge of the conversation. */
  holder: string | null;
  /** Id of the person who handed it over to its holder. */
  from: string | null;
  /**
   * Number of the last message when it was closed; null if open. A later message reopens it, independent of
   * clocks.
   */
  closed: number | null;
  /** ISO time of the question that was escalated last. */
  escalated: string | null;
};

export const noClaim: Claim = { revision: -1, holder: null, from: null, closed: null, escalated: null };

export function evolveClaim(claim: Claim, e: ClaimEvent & { revision: number; by: string }): Claim {
  const { revision } = e;
  switch (e.type) {
    case 'ConversationClaimed':
      return { ...claim, revision, holder: e.by, from: null, closed: null };
    case 'ConversationHandedOver':
      return { ...claim, revision, holder: e.data.to, from: e.by, closed: null };
    case 'ConversationReleased':
      return { ...claim, revision, holder: null, from: null };
    case 'ConversationClosed':
      return { ...claim, revision, holder: null, from: null, closed: e.data.upTo };
    case 'ConversationEscalated':
      return { ...claim, revision, escalated: e.data.since };
    default:
      return e satisfies never;
  }
}

/** Context of a claim command: the acting person (`by`), and the number of the newest message (`count`). */
type Asked = { by: string; count: number };

/** Whether the conversation is closed and has no message since. */
export const isConversationClosed = (claim: Claim, count: number): boolean =>
  claim.closed !== null && claim.closed >= count;

/** Claims a conversation. @throws Refusal actionClosed if another person has claimed it */
export function claimConversation(claim: Claim, { by }: Asked): ClaimEvent[] {
  if (claim.holder === by) return [];
  if (claim.holder !== null) throw new Refusal('actionClosed', { holder: claim.holder });
  return [{ type: 'ConversationClaimed', data: {} }];
}

/**
 * Hands a conversation over. Allowed for its holder, for a supervisor, and for the person who handed it to the holder
 * and takes it back. Taking a conversation is handing it over to oneself.
 */
export function handOverConversation(
  claim: Claim,
  { by }: Asked,
  to: string,
  isSupervisor: boolean,
): ClaimEvent[] {
  if (claim.holder === to) return [];
  const takesBack = claim.from === by && to === by;
  if (claim.holder !== by && !takesBack && !isSupervisor)
    throw new Refusal('actionClosed', { holder: claim.holder });
  return [{ type: 'ConversationHandedOver', data: { to } }];
}

/**
 * Releases a conversation to the queue.
 * @throws Refusal actionClosed unless the holder or a supervisor asks, or if it has no holder
 */
export function releaseConversation(claim: Claim, { by }: Asked, isSupervisor: boolean): ClaimEvent[] {
  if (claim.holder === null || (claim.holder !== by && !isSupervisor))
    throw new Refusal('actionClosed', { holder: claim.holder });
  return [{ type: 'ConversationReleased', data: {} }];
}

/**
 * Closes a conversation. If a claimed conversation has an unanswered question, only its holder or a supervisor may do
 * so.
 * @param waiting whether a question is unanswered
 * @throws Refusal actionClosed if it is closed already, or if only others may close it
 */
export function closeConversation(
  claim: Claim,
  { by, count, waiting }: Asked & { waiting: boolean },
  isSupervisor: boolean,
): ClaimEvent[] {
  if (isConversationClosed(claim, count)) throw new Refusal('actionClosed');
  if (waiting && !isSupervisor && claim.holder !== null && claim.holder !== by)
    throw new Refusal('actionClosed', { holder: claim.holder });
  return [{ type: 'ConversationClosed', data: { upTo: count } }];
}

/** Escalates a question. Returns no event if it was escalated before. */
export const escalateQuestion = (claim: Claim, since: string): ClaimEvent[] =>
  claim.escalated === since ? [] : [{ type: 'ConversationEscalated', data: { since } }];
