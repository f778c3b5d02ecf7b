/** Made-up moves as events of a log, for tests and benchmarks of the track. */
import { GONE } from '#events/analysis/track.ts';
import { Status } from '#events/case/status.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import type { Json, NewEvent } from '#events/envelope.ts';
import type { MadeMoves } from '#events/testing/moves.ts';

/** An event with the stream that it belongs to. */
export type HistoryEvent = { stream: string; event: NewEvent };

type Settings = { orgId?: string; servedBy?: string; ownerId?: string };

/** Returns the events of some moves, in the order of the log. Moves of 0 create a case, moves to GONE delete it. */
export function historyOfMoves({ moves, assignments }: MadeMoves, settings: Settings = {}): HistoryEvent[] {
  const { orgId = 'main', servedBy = 'main', ownerId = 'p-doctor' } = settings;
  const statuses = new Map<string, number>();
  const all = [
    ...moves.map(one => ({ ...one, person: undefined })),
    ...assignments.map(one => ({ ...one, to: undefined })),
  ].sort((a, b) => Number(a.position - b.position));
  return all.flatMap(({ at, position, caseId, to, person }) => {
    const known = statuses.get(caseId);
    const make = (type: string, data: Json, personal?: Json): HistoryEvent[] => {
      const stamp = { id: `${caseId}-${position}`, at: new Date(at).toISOString(), by: ownerId };
      return [{ stream: caseStreamOf(caseId), event: { type, data, personal, subject: caseId, ...stamp } }];
    };
    if (to === GONE) return make('DraftDeleted', {});
    if (to === undefined) {
      // A case that is gone or not created at this moment has no assignee.
      if (known === undefined || person === undefined) return [];
      return make('CaseReassigned', { to: known, assigneeId: person }, { note: '' });
    }
    statuses.set(caseId, to);
    if (known !== undefined) return make('CaseSubmitted', { to });
    const facts = { caseId, ownerId, orgId, servedBy, parentId: null };
    return make('CaseCreated', { to: Status.ClinicalInfoIncomplete, ...facts });
  });
}
