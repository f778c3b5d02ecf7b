/** Two moments side by side: by which queues they differ, and whose cases make the difference. Pure. */
import { GONE, NOBODY, type Track } from '#events/analysis/track.ts';
import type { Status } from '#events/case/status.ts';
import { groupCounts, statusesAt } from './queue-facts.ts';

export type Difference = {
  station: Status;
  /** Counts at the one moment and at the other. */
  before: number;
  after: number;
  /** The person with the largest share of the difference; null if nobody has half of it. */
  person: { name: string; change: number } | null;
};

/** Cases by assignee at some statuses. NOBODY for cases without one. */
function byAssignee(track: Track, station: Status, at: number): Map<number, number> {
  const here = new Set<number>(statusesAt(station));
  const [statuses, assignees] = [track.statusesAt(at), track.assigneesAt(at)];
  const counts = new Map<number, number>();
  for (let i = 0; i < statuses.length; i++) {
    if (!here.has(statuses[i] ?? GONE)) continue;
    const person = assignees[i] ?? NOBODY;
    counts.set(person, (counts.get(person) ?? 0) + 1);
  }
  return counts;
}

/** Finds the person whose change goes into the direction of the whole, and is at least half of it. */
function mainPerson(
  track: Track,
  station: Status,
  from: number,
  to: number,
  total: number,
): Difference['person'] {
  const [before, after] = [byAssignee(track, station, from), byAssignee(track, station, to)];
  let best: Difference['person'] = null;
  for (const person of new Set([...before.keys(), ...after.keys()])) {
    const name = track.people[person];
    if (person === NOBODY || name === undefined) continue;
    const change = (after.get(person) ?? 0) - (before.get(person) ?? 0);
    if (
      change * total > 0 &&
      2 * Math.abs(change) >= Math.abs(total) &&
      Math.abs(change) > Math.abs(best?.change ?? 0)
    )
      best = { name, change };
  }
  return best;
}

/** Returns the stations whose counts differ, the largest difference first. @param from, to moments in ms */
export function differences(track: Track, from: number, to: number): Difference[] {
  return groupCounts(track.countsAt(to), track.countsAt(from))
    .flatMap(({ statuses }) => statuses)
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .map(({ status, count, change }) => ({
      station: status,
      before: count - change,
      after: count,
      person: mainPerson(track, status, from, to, change),
    }));
}
