/** Who takes care of a conversation: claimed, handed over, closed; decided on its own short stream. */
import { dutyPositions } from '../desk/rights.ts';
import { Refusal } from '../errors.ts';
import type { Position } from '../person/position.ts';
import type { ClaimEvent } from './events.ts';

/** Whoever may be on duty stands at the service desk. */
export const isDesk = (position: Position): boolean => dutyPositions.some(one => one === position);

export type Claim = {
  revision: number;
  /** Who takes care of it now. */
  holder: string | null;
  /** Who handed it over to its holder. */
  from: string | null;
  /** Number of the last message that was ended with; null: open. A later one opens it again, whatever the clocks say. */
  closed: number | null;
  /** ISO time of the question for which it was escalated last. */
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

/** What a command on a claim needs to know of the conversation. `count`: number of its newest message. */
type Asked = { by: string; count: number };

/** Closed, and nothing was said since. */
export const isClosed = (claim: Claim, count: number): boolean =>
  claim.closed !== null && claim.closed >= count;

/** @throws Refusal actionClosed where somebody else was first */
export function claimIt(claim: Claim, { by }: Asked): ClaimEvent[] {
  if (claim.holder === by) return [];
  if (claim.holder !== null) throw new Refusal('actionClosed', { holder: claim.holder });
  return [{ type: 'ConversationClaimed', data: {} }];
}

/**
 * Whoever has it gives it away, and whoever gave it away takes it back while it is where they gave it; a supervisor may
 * take it from anybody. To take it is to hand it over as well.
 */
export function handOver(claim: Claim, { by }: Asked, to: string, isSupervisor: boolean): ClaimEvent[] {
  if (claim.holder === to) return [];
  const takesBack = claim.from === by && to === by;
  if (claim.holder !== by && !takesBack && !isSupervisor)
    throw new Refusal('actionClosed', { holder: claim.holder });
  return [{ type: 'ConversationHandedOver', data: { to } }];
}

/**
 * Gives a conversation back to the queue.
 * @throws Refusal actionClosed unless its holder or a supervisor asks, and where it has no holder
 */
export function release(claim: Claim, { by }: Asked, isSupervisor: boolean): ClaimEvent[] {
  if (claim.holder === null || (claim.holder !== by && !isSupervisor))
    throw new Refusal('actionClosed', { holder: claim.holder });
  return [{ type: 'ConversationReleased', data: {} }];
}

/**
 * While a question waits for its answer, only the holder or a supervisor closes a claimed conversation.
 * @param waiting a question is unanswered
 * @throws Refusal actionClosed where it is closed already, or is a colleague's
 */
export function closeIt(
  claim: Claim,
  { by, count, waiting }: Asked & { waiting: boolean },
  isSupervisor: boolean,
): ClaimEvent[] {
  if (isClosed(claim, count)) throw new Refusal('actionClosed');
  if (waiting && !isSupervisor && claim.holder !== null && claim.holder !== by)
    throw new Refusal('actionClosed', { holder: claim.holder });
  return [{ type: 'ConversationClosed', data: { upTo: count } }];
}

/** Once for each question that nobody answered in time. */
export const escalate = (claim: Claim, since: string): ClaimEvent[] =>
  claim.escalated === since ? [] : [{ type: 'ConversationEscalated', data: { since } }];
