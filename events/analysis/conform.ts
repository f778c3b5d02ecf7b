/**
 * Conformance: each move of a case against the rules that held at its position, actor included. Exact, because the rules are
 * in the log (`RulesServed`), not guessed from the moves. Pure.
 */
import { isDraft, isStatus } from '../case/status.ts';
import type { LogPosition } from '../log-position.ts';
import type { RecordedTransitionRule } from '../release/events.ts';

/**
 * Verdict on a move. `unrecorded`: it is older than the first rules in the log. `lacking`: that day's rules do not have it.
 * `byOther`: they have it, but not for this person. `noLonger`: right then, and not permitted by the last rules.
 */
export type MoveVerdict = 'kept' | 'unrecorded' | 'lacking' | 'byOther' | 'noLonger';

/** Verdicts that name single moves. The others are only counted. */
export const verdictsWithMoves = ['lacking', 'byOther', 'noLonger'] as const satisfies readonly MoveVerdict[];

export type JudgedMove = {
  position: LogPosition;
  type: string;
  from: number;
  to: number;
  /** The status before `from`; null for the first. */
  prior: number | null;
  /** Roles of rules.ts that the person had at that time. */
  actedAs: readonly string[];
};

/** Rules, and the position after which they hold. */
export type RulesSince = { since: LogPosition; rules: readonly RecordedTransitionRule[] };

/** A move within a draft: its status follows from what the doctor has filled in, and no report counts it. */
export const isMoveWithinDraft = ({ from, to }: Pick<JudgedMove, 'from' | 'to'>): boolean =>
  [from, to].every(status => isStatus(status) && isDraft(status));

/** `none`: no such move; `other`: not for this person. */
function permissionBy(rules: readonly RecordedTransitionRule[], move: JudgedMove): 'yes' | 'other' | 'none' {
  const fitting = rules.filter(
    ({ type, from, to }) =>
      type === move.type &&
      from.includes(move.from) &&
      to.some(reach => (reach === 'prior' ? move.prior : reach) === move.to),
  );
  if (fitting.length === 0) return 'none';
  return fitting.some(({ by }) => by.some(actor => move.actedAs.includes(actor))) ? 'yes' : 'other';
}

/** Judges a move. @param history rules in the order of the log */
export function judgeMove(move: JudgedMove, history: readonly RulesSince[]): MoveVerdict {
  const then = history.findLast(({ since }) => since < move.position);
  if (!then) return 'unrecorded';
  const permitted = permissionBy(then.rules, move);
  if (permitted !== 'yes') return permitted === 'none' ? 'lacking' : 'byOther';
  const now = history.at(-1) ?? then;
  return now === then || permissionBy(now.rules, move) === 'yes' ? 'kept' : 'noLonger';
}
