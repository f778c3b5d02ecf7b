/** Finds the people of an event's audiences in the case and the directory. */

import type { CaseState } from '#events/case/case.ts';
import { seesCase } from '#events/case/permissions.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import { caseIdOfEvent } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { viewerOf } from '#events/person/person-viewer.ts';
import { recordOf } from '#events/streams.ts';
import { readCaseRow } from '../case/row.ts';
import { type EventAudience, eventVisibility } from '../event-visibility.ts';
import { coveringColleagueIds, helperIdsOf, personAtEvent, staffIdsOf } from '../people/row.ts';
import type { RowReader } from '../view.ts';

type Find = (s: CaseState, e: CaseEvent & { at: string }, read: RowReader) => readonly (string | null)[];

const staff =
  (position: 'Specialist' | 'SuperMechanic' | 'Service' | 'VendorAdmin'): Find =>
  (s, _e, read) =>
    staffIdsOf(read, s.servedBy, position);

/** Writers of the event's comment thread, or authors of the withdrawn or measured requests. */
function writersOf(s: CaseState, e: CaseEvent): string[] {
  if ('comment' in e.data) {
    const { comment } = e.data;
    return s.comments.filter(c => c.comment === comment).flatMap(c => [c.by, ...c.replies.map(r => r.by)]);
  }
  if (e.type === 'ChangeWithdrawn')
    return s.requests.filter(r => r.request === e.data.request).map(r => r.by);
  if (e.type !== 'RequestsMeasured') return [];
  const measured = new Set(e.data.measured.map(m => m.request));
  return s.requests.filter(r => measured.has(r.request)).map(r => r.by);
}

/**
 * Authors who still see the case. Others have lost it: a collaboration or a cover has ended, or the case has another
 * owner.
 */
const involved: Find = (s, e, read) =>
  writersOf(s, e).filter(id => {
    const person = personAtEvent(read, id);
    return person !== undefined && seesCase(viewerOf(person, Date.parse(e.at)), s);
  });

const find: Record<EventAudience, Find> = {
  // An owner on leave still gets every message; the covering colleague gets it as well.
  owner: (s, e, read) => [s.ownerId, ...coveringColleagueIds(read, s, e.at)],
  helpers: (s, _e, read) => helperIdsOf(read, s.ownerId),
  assignee: s => [s.assigneeId],
  asker: s => [s.askedBy],
  named: (_s, e) => ['assigneeId' in e.data ? e.data.assigneeId : null],
  involved,
  Specialist: staff('Specialist'),
  SuperMechanic: staff('SuperMechanic'),
  Service: staff('Service'),
  VendorAdmin: staff('VendorAdmin'),
};

/** The people who acted. The end of a refinement is recorded by the system, but caused by a person. */
const actorsOf = (e: CaseEvent, by: string) => (e.type === 'RefinementEnded' ? [by, e.data.endedBy] : [by]);

/**
 * Recipients without duplicates, in the order of the table.
 * @param before the case before the event
 */
function recipientsOf(
  e: CaseEvent & { at: string },
  by: string,
  before: CaseState | undefined,
  read: RowReader,
): string[] {
  if (!before) return [];
  const { to } = eventVisibility[e.type];
  const audiences = typeof to === 'function' ? to(e, before) : to;
  const people = new Set<string>();
  const actors = actorsOf(e, by);
  for (const audience of audiences)
    for (const id of find[audience](before, e, read))
      if (id !== null && !actors.includes(id) && id !== 'system') people.add(id);
  return [...people];
}

/** `messages` and `recipients` fold the same event, so its recipients are cached. */
const remembered = new WeakMap<Recorded, string[]>();

/** Recipients of a case's event, without duplicates. Reads the case's row as before the event. */
export function recipientsOfCaseEvent(event: Recorded, read: RowReader): string[] {
  const known = remembered.get(event);
  if (known) return known;
  const found = recipientsOf(
    recordOf('case', event),
    event.by,
    readCaseRow(read, caseIdOfEvent(event)),
    read,
  );
  remembered.set(event, found);
  return found;
}
