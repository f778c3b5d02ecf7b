/** Lists the cases at some statuses at a moment, from the track. */
import { type CaseAtMoment, GONE, NOBODY, type TimeOrPosition, type Track } from './track.ts';

/** Returns the cases, the longest at its status first. @param statuses undefined: all */
export function listCasesByWaitingTime(
  track: Track,
  at: TimeOrPosition,
  statuses: ReadonlySet<number> | undefined,
): CaseAtMoment[] {
  const [now, since, people] = [track.statusesAt(at), track.sinceAt(at), track.assigneesAt(at)];
  const cases: CaseAtMoment[] = [];
  for (const [i, status] of now.entries()) {
    if (status === GONE || statuses?.has(status) === false) continue;
    const id = track.caseIds[i] ?? '';
    cases.push({
      id,
      status,
      since: since[i] ?? track.from,
      person: track.people[people[i] ?? NOBODY] ?? null,
    });
  }
  return cases.sort((a, b) => a.since - b.since || (a.id < b.id ? -1 : 1));
}
