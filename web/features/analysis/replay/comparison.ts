/** Compares two moments: which queues differ, and whose cases make the difference. Pure. */
import { GONE, NOBODY, type Track } from '#events/analysis/track.ts';
import { rulesFrom } from '#events/case/rules.ts';
import type { Status } from '#events/case/status.ts';
import { type ChangeContribution, mainContributor } from './main-contributor.ts';
import { statusesOfStation, statusGroupCounts } from './queue-facts.ts';

export type QueueDifference = {
  station: Status;
  /** Counts at the earlier and the later moment, `from` and `to` of `queueDifferences`. */
  before: number;
  after: number;
  /** The assignee with the largest share of the difference; null if nobody has half of it. */
  person: ChangeContribution | null;
};

/** Cases by assignee at a station. Cases without an assignee are left out. */
function byAssignee(track: Track, station: Status, at: number): Map<string, number> {
  const here = new Set<number>(statusesOfStation(station));
  const [statuses, assignees] = [track.statusesAt(at), track.assigneesAt(at)];
  const counts = new Map<string, number>();
  for (let i = 0; i < statuses.length; i++) {
    const name = here.has(statuses[i] ?? GONE) ? track.people[assignees[i] ?? NOBODY] : undefined;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Whether a queue waits for doctors. The owners of its cases then say more than the technicians who designed them. */
export const waitsForDoctors = (station: Status): boolean =>
  statusesOfStation(station).some(status =>
    rulesFrom(status).some(([, rule]) => rule.waits?.includes('owner')),
  );

/** Returns the stations whose counts differ, the largest difference first. @param from, to moments in ms */
export function queueDifferences(track: Track, from: number, to: number): QueueDifference[] {
  return statusGroupCounts(track.countsAt(to), track.countsAt(from))
    .flatMap(({ statuses }) => statuses)
    .filter(({ change }) => change !== 0)
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
    .map(({ status, count, change }) => ({
      station: status,
      before: count - change,
      after: count,
      person: mainContributor(byAssignee(track, status, from), byAssignee(track, status, to), change),
    }));
}
