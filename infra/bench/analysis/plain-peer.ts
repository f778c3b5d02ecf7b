/** The process map and the variants in plain JavaScript, from stays in the order of cases. */
import { computedDraftStatuses } from '#events/case/status.ts';
import { benchQuantiles, type StayRow } from './questions.ts';

/** Durations of each edge `from>to` of the process map, in s, ascending. */
type Edges = ReadonlyMap<string, ArrayLike<number>>;

/** Returns the durations of each edge in the most obvious form: texts as keys, and arrays sorted by a function. */
export function collectDurationsByEdge(stays: readonly StayRow[]): Edges {
  const edges = new Map<string, number[]>();
  for (const { status, after, lastedS } of stays) {
    if (after === null || lastedS === null) continue;
    const key = `${status}>${after}`;
    const lengths = edges.get(key);
    if (lengths) lengths.push(lastedS);
    else edges.set(key, [lastedS]);
  }
  for (const lengths of edges.values()) lengths.sort((a, b) => a - b);
  return edges;
}

/** A number greater than any status. */
const STATUSES = 256;

/**
 * Returns the same in JavaScript's fastest form: numbers hash faster than texts, and typed arrays are sorted without
 * calls of a function.
 */
export function collectTypedDurationsByEdge(stays: readonly StayRow[]): Edges {
  const edges = new Map<number, number[]>();
  for (const { status, after, lastedS } of stays) {
    if (after === null || lastedS === null) continue;
    const key = status * STATUSES + after;
    const lengths = edges.get(key);
    if (lengths) lengths.push(lastedS);
    else edges.set(key, [lastedS]);
  }
  return new Map(
    [...edges].map(([key, lengths]) => [
      `${Math.floor(key / STATUSES)}>${key % STATUSES}`,
      Int32Array.from(lengths).sort(),
    ]),
  );
}

/** Returns the edges in the form of the rows that `processMapSql` selects. */
export const edgeRowsOf = (edges: Edges): unknown[][] =>
  [...edges].map(([key, lengths]) => [
    ...key.split('>').map(Number),
    lengths.length,
    ...benchQuantiles.map(share => lengths[Math.max(0, Math.ceil(lengths.length * share) - 1)]),
  ]);

const drafts: ReadonlySet<number> = new Set(computedDraftStatuses);

/** Counts the cases of each variant. A variant is the order in which cases reach the statuses. */
export function countCaseVariants(stays: readonly StayRow[]): Map<string, number> {
  const ways = new Map<string, string>();
  for (const { caseId, nth, status } of stays) {
    if (nth === 0 || drafts.has(status)) continue;
    const way = ways.get(caseId);
    ways.set(caseId, way === undefined ? String(status) : `${way}>${status}`);
  }
  const counts = new Map<string, number>();
  for (const way of ways.values()) counts.set(way, (counts.get(way) ?? 0) + 1);
  return counts;
}
