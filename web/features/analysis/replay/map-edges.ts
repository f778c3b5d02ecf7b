/** The edges of the lifecycle's map: every pair of stations that a rule of the transition table connects. */
import { type ActionRule, actionNames, rulesOf } from '#events/case/rules.ts';
import { isDraft, isStatus, Status, statusCodes } from '#events/case/status.ts';

/** The station of a status. All drafts share the station of `ToSubmit`. */
export const stationOf = (status: Status): Status => (isDraft(status) ? Status.ToSubmit : status);

/** `stationOf` for a code of a track; a code that is no status stays as it is. */
export const stationCode = (code: number): number => (isStatus(code) ? stationOf(code) : code);

/** The statuses that have a station of their own, in the order of their codes. */
export const stationStatuses: readonly Status[] = statusCodes.filter(status => stationOf(status) === status);

export type MapEdge = { from: Status; to: Status };

const allRules: readonly ActionRule[] = actionNames.flatMap(rulesOf);

/** Statuses from which a rule leads to `status`: those that `prior` can return to. */
const sourcesOf = (status: Status): readonly Status[] =>
  allRules.flatMap(({ from, to }) => (to.includes(status) ? from : []));

/** Statuses that a case at `from` can reach by one target of a rule. */
function reached(from: Status, to: ActionRule['to'][number]): readonly Status[] {
  if (to === 'same' || to === 'gone') return [];
  if (to === 'prior') return sourcesOf(from);
  return [to === 'draft' ? Status.ToSubmit : to];
}

const pairs = allRules.flatMap(rule =>
  rule.from.flatMap(from =>
    rule.to.flatMap(to =>
      reached(from, to).map(target => ({ from: stationOf(from), to: stationOf(target) })),
    ),
  ),
);

/** Key of an edge, for lookups. */
export const edgeKey = (from: number, to: number): number => from * 256 + to;

/** Every edge once, in the order of the transition table. */
export const mapEdges: readonly MapEdge[] = [
  ...new Map(
    pairs.filter(({ from, to }) => from !== to).map(edge => [edgeKey(edge.from, edge.to), edge]),
  ).values(),
];
