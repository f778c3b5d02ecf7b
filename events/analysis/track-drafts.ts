/** The track without drafts, for viewers to whom a case exists from its submission on. */
import { isDraft, isStatus } from '../case/status.ts';
import { type AssigneeChange, GONE, NOBODY, type StatusMove, type Track, type TrackStart } from './track.ts';

const shown = (status: number): number => (isStatus(status) && isDraft(status) ? GONE : status);

/**
 * Returns a track without drafts, as input of `writeTrack`: a case begins with its submission, and a withdrawn case is
 * gone.
 */
export function withoutDrafts(track: Track): {
  start: TrackStart;
  moves: StatusMove[];
  assignments: AssigneeChange[];
} {
  const nameOf = (person: number) => (person === NOBODY ? null : (track.people[person] ?? null));
  const cases = track.caseIds.flatMap((id, i) => {
    const status = shown(track.startStatuses[i] ?? GONE);
    const person = nameOf(track.startPeople[i] ?? NOBODY);
    return status === GONE ? [] : [{ id, status, since: track.startSince[i] ?? track.from, person }];
  });
  const known = new Set(cases.map(({ id }) => id));
  const all = track.moves(0, track.moveCount);
  const moves: StatusMove[] = [];
  for (const [i, to] of all.tos.entries()) {
    const caseId = track.caseIds[all.caseIndexes[i] ?? 0] ?? '';
    if (shown(to) === shown(all.froms[i] ?? GONE)) continue;
    known.add(caseId);
    moves.push({ at: all.times[i] ?? 0, position: BigInt(all.positions[i] ?? 0), caseId, to: shown(to) });
  }
  const { times, caseIndexes, people, positions } = track.assignments;
  const assignments = Array.from(times, (at, i) => ({
    at,
    position: BigInt(positions[i] ?? 0),
    caseId: track.caseIds[caseIndexes[i] ?? 0] ?? '',
    person: nameOf(people[i] ?? NOBODY),
  })).filter(({ caseId }) => known.has(caseId));
  const { from, to, startPosition, position } = track;
  return {
    start: { from, to, startPosition: BigInt(startPosition), position: BigInt(position), cases },
    moves,
    assignments,
  };
}
