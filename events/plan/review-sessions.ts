/** Divides recorded moves into review sessions: participants, start, end and moves of each. */
import type { ReviewMove } from './live-review.ts';

/** ms without a move after which the next one begins a new session. */
export const recordedSessionGapMs = 60_000;

export type RecordedSession = {
  /** ISO times of the first and the last move. */
  from: string;
  to: string;
  /** Ids of persons, in the order of their first moves. */
  people: string[];
  /** Moves of the session in order of time. */
  moves: ReviewMove[];
};

const ms = (iso: string) => Date.parse(iso);

/**
 * Divides moves into sessions.
 * @param moves of one version, in any order
 * @returns sessions, the oldest first
 */
export function groupMovesIntoSessions(
  moves: readonly ReviewMove[],
  gap = recordedSessionGapMs,
): RecordedSession[] {
  const sittings: RecordedSession[] = [];
  for (const move of moves.toSorted((a, b) => ms(a.at) - ms(b.at))) {
    const open = sittings.at(-1);
    if (!open || ms(move.at) - ms(open.to) > gap) {
      sittings.push({ from: move.at, to: move.at, people: [move.by], moves: [move] });
      continue;
    }
    open.to = move.at;
    open.moves.push(move);
    if (!open.people.includes(move.by)) open.people.push(move.by);
  }
  return sittings;
}

/**
 * Returns each participant's last move until a moment; none for people who have not moved before.
 * @param at ms since the session's first move
 */
export function reviewerViewsAt(
  { from, moves }: Pick<RecordedSession, 'from' | 'moves'>,
  at: number,
): ReviewMove[] {
  const last = new Map<string, ReviewMove>();
  for (const move of moves) if (ms(move.at) - ms(from) <= at) last.set(move.by, move);
  return [...last.values()];
}
