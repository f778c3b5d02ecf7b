/** Facts about the queues at a moment: how many cases wait, how long, and how many came and left within a day. Pure. */
import { GONE, type Track } from '#events/analysis/track.ts';
import {
  filterNumbersInScreenOrder,
  type Status,
  type StatusGroup,
  statusCodes,
  statusesByGroup,
  statusGroupNames,
} from '#events/case/status.ts';
import { stationOf } from './map-edges.ts';

const dayMs = 86_400_000;

export type StatusCount = { status: Status; count: number; change: number };
export type StatusGroupCount = {
  group: StatusGroup;
  count: number;
  /** Difference from the count a day before. */
  change: number;
  /** The statuses of the group that have a station. All drafts share one station. */
  statuses: StatusCount[];
};

/** The groups in the order of the filters of the case list, without `all`. */
export const statusGroupsInOrder: readonly StatusGroup[] = filterNumbersInScreenOrder
  .map(n => statusGroupNames[n])
  .filter(name => name !== 'all');

const stationsOf = (group: StatusGroup): readonly Status[] => [
  ...new Set<Status>(statusesByGroup[group].map(one => stationOf(one))),
];
/** The statuses that are counted at a station. */
export const statusesOfStation = (station: Status): Status[] =>
  statusCodes.filter(status => stationOf(status) === station);

function sumAt(counts: ArrayLike<number>, station: Status): number {
  return statusesOfStation(station).reduce<number>((sum, status) => sum + (counts[status] ?? 0), 0);
}

/** @param before counts to compare with */
export function statusGroupCounts(counts: ArrayLike<number>, before: ArrayLike<number>): StatusGroupCount[] {
  return statusGroupsInOrder.map(group => {
    const rows = stationsOf(group).map(status => {
      const count = sumAt(counts, status);
      return { status, count, change: count - sumAt(before, status) };
    });
    const total = (part: (row: StatusCount) => number) => rows.reduce((sum, row) => sum + part(row), 0);
    return { group, count: total(row => row.count), change: total(row => row.change), statuses: rows };
  });
}

/** @param at ms; changes are relative to the moment one day before */
export const statusGroupCountsAt = (track: Track, at: number): StatusGroupCount[] =>
  statusGroupCounts(track.countsAt(at), track.countsAt(at - dayMs));

export type WaitSummary = {
  count: number;
  /** Longest and median wait in ms; null if nobody waits. */
  oldest: number | null;
  median: number | null;
};

/** The waits at some statuses at a moment. */
function waitsOf(waits: number[]): WaitSummary {
  const sorted = Float64Array.from(waits).sort();
  return {
    count: sorted.length,
    oldest: sorted.at(-1) ?? null,
    median: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
  };
}

type StationWaits = ReadonlyMap<Status, WaitSummary>;
/** Cache of the last result for each track: the table and the chosen queue ask for the same moment. */
const lastWaits = new WeakMap<Track, { at: number; waits: StationWaits }>();

/** The waits at each station at a moment. */
export function waitsByStation(track: Track, at: number): StationWaits {
  const last = lastWaits.get(track);
  if (last?.at === at) return last.waits;
  const waits = countWaits(track, at);
  lastWaits.set(track, { at, waits });
  return waits;
}

function countWaits(track: Track, at: number): StationWaits {
  const [here, since] = [track.statusesAt(at), track.sinceAt(at)];
  const waits = new Map<number, number[]>();
  for (let i = 0; i < here.length; i++) {
    const status = here[i] ?? GONE;
    if (status === GONE) continue;
    const known = waits.get(status);
    if (known) known.push(at - (since[i] ?? at));
    else waits.set(status, [at - (since[i] ?? at)]);
  }
  const stations = statusGroupsInOrder.flatMap(stationsOf);
  return new Map(
    stations.map(station => [
      station,
      waitsOf(statusesOfStation(station).flatMap(one => waits.get(one) ?? [])),
    ]),
  );
}

/** Counts the cases that came to a station, and that left it, in the day before a moment. */
export function countArrivalsAndDepartures(
  track: Track,
  station: Status,
  at: number,
): { came: number; left: number } {
  const { froms, tos } = track.moves(track.indexAt(at - dayMs), track.indexAt(at));
  const here = new Set<number>(statusesOfStation(station));
  let [came, left] = [0, 0];
  for (let i = 0; i < froms.length; i++) {
    const [was, is] = [here.has(froms[i] ?? GONE), here.has(tos[i] ?? GONE)];
    if (is && !was) came++;
    if (was && !is) left++;
  }
  return { came, left };
}

/** Counts of a station at evenly spread moments of the track's range, both ends included. */
export function queueLengthsOverRange(track: Track, station: Status, points: number): number[] {
  const { from, to } = track;
  return Array.from({ length: points }, (_, i) =>
    sumAt(track.countsAt(from + ((to - from) * i) / Math.max(1, points - 1)), station),
  );
}

/** Moves in each of some equal parts of the track's range. */
export function moveCountsOverRange(track: Track, parts: number): number[] {
  const { from, to } = track;
  const ends = Array.from({ length: parts + 1 }, (_, i) => track.indexAt(from + ((to - from) * i) / parts));
  return ends.slice(1).map((end, i) => end - (ends[i] ?? 0));
}
