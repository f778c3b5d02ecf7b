/** Values that the line of an event shows, apart from person, time and status. */
import type { CaseState } from '#events/case/case.ts';
import type { Reason } from '#events/case/reasons.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import { eventVisibility, type HistoryLineFacts } from '../event-visibility.ts';

export type { HistoryLineFacts as Facts };

/** Returns the values for the line of an event. @param before the case before the event */
export function historyLineFactsOf(e: CaseEvent, before: CaseState | undefined): HistoryLineFacts {
  // TypeScript cannot follow a lookup by type across a union. The table's keys make it sound.
  const facts = eventVisibility[e.type].facts as (
    e: CaseEvent,
    before: CaseState | undefined,
  ) => HistoryLineFacts;
  return facts(e, before);
}

/** The note written with the event; null if there is none or its key was deleted. */
export function noteOfEvent(e: CaseEvent): string | null {
  const personal = e.personal;
  if (!personal) return null;
  if ('note' in personal && personal.note) return personal.note;
  return 'reason' in personal && personal.reason ? personal.reason : null;
}

/** The keyed reasons of the event; empty if none were given, as in older events. */
export const reasonsOfEvent = ({ data }: CaseEvent): readonly Reason[] =>
  ('reasons' in data && data.reasons) || [];
