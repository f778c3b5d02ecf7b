/** The map and the variants in plain JavaScript, over stays in the order of cases. */
import { computedDraftStatuses } from '#events/case/status.ts';
import { type StayRow, shares } from './questions.ts';

/** Lengths of each edge, sorted. */
type Edges = ReadonlyMap<string, ArrayLike<number>>;

/** The map as one writes it first: texts as keys, and arrays that are sorted by a function. */
export function mapOf(stays: readonly StayRow[]): Edges {
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

/** More than any status. */
const STATUSES = 256;

/** The map as fast as JavaScript makes it: a number is hashed sooner than a text, and a typed array is sorted without calls. */
export function edgesOf(stays: readonly StayRow[]): Edges {
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

/** The map as rows of the same question in SQL. */
export const mapRows = (edges: Edges): unknown[][] =>
  [...edges].map(([key, lengths]) => [
    ...key.split('>').map(Number),
    lengths.length,
    ...shares.map(share => lengths[Math.max(0, Math.ceil(lengths.length * share) - 1)]),
  ]);

const drafts: ReadonlySet<number> = new Set(computedDraftStatuses);

/** The way of each case from its stays, counted. */
export function variantsOf(stays: readonly StayRow[]): Map<string, number> {
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
