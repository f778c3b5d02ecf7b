/**
 * Conformance: judges each move of a case, and who made it, by the rules that held at its position. The judgement is
 * exact, because the log contains the rules (`RulesServed`). Pure.
 */
import { isDraft, isStatus } from '../case/status.ts';
import type { LogPosition } from '../log-position.ts';
import type { RecordedTransitionRule } from '../release/events.ts';

/**
 * Verdict on a move. `unrecorded`: the move is older than the first rules in the log. `lacking`: the rules of its time
 * do not contain the move. `byOther`: they permit the move, but not to this person. `noLonger`: they permitted the
 * move, but the latest rules do not.
 */
export type MoveVerdict = 'kept' | 'unrecorded' | 'lacking' | 'byOther' | 'noLonger';

/** Verdicts that name single moves. The others are only counted. */
export const verdictsWithMoves = ['lacking', 'byOther', 'noLonger'] as const satisfies readonly MoveVerdict[];

export type JudgedMove = {
  position: LogPosition;
  type: string;
  from: number;
  to: number;
  /** The status before `from`; null if `from` was the first status. */
  prior: number | null;
  /** Actors of rules.ts that the person was at that time. */
  actedAs: readonly string[];
};

/** Rules, and the position after which they hold. */
export type RulesSincePosition = { since: LogPosition; rules: readonly RecordedTransitionRule[] };

/** A move within a draft: its status follows from what the doctor has filled in, and no report counts it. */
export const isMoveWithinDraft = ({ from, to }: Pick<JudgedMove, 'from' | 'to'>): boolean =>
  [from, to].every(status => isStatus(status) && isDraft(status));

/** Whether rules permit a move. `none`: they do not contain it. `other`: they do not permit it to this person. */
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
export function judgeMove(move: JudgedMove, history: readonly RulesSincePosition[]): MoveVerdict {
  const then = history.findLast(({ since }) => since < move.position);
  if (!then) return 'unrecorded';
  const permitted = permissionBy(then.rules, move);
  if (permitted !== 'yes') return permitted === 'none' ? 'lacking' : 'byOther';
  const now = history.at(-1) ?? then;
  return now === then || permissionBy(now.rules, move) === 'yes' ? 'kept' : 'noLonger';
}
