/**
 * Finds messages whose presentation changes with an event of their case: the patient's name changes, or the recipient
 * gains or loses sight of the case. They take the event's position, so that no position has two contents.
 */
import type { CaseState } from '#events/case/case.ts';
import { seesCase } from '#events/case/permissions.ts';
import { caseIdOfEvent, caseStreamOf } from '#events/case/stream.ts';
import { chatStreamOf, claimStreamOf, conversationsOfCase } from '#events/chat/conversation.ts';
import type { Recorded } from '#events/envelope.ts';
import { viewerOf } from '#events/person/person-viewer.ts';
import { foldCaseEvent, readCaseRow } from '../case/row.ts';
import { personAtEvent } from '../people/row.ts';
import type { RowReader } from '../view.ts';
import { messageIdsOf } from './recipients.ts';

const nameIn = (s: CaseState): string => (s.erased ? '' : (s.sections.patient.name ?? ''));

/** The facts that decide who sees the case, and the patient's name. Most events change neither. */
const shownOf = (s: CaseState) =>
  [nameIn(s), s.ownerId, s.status, s.assigneeId, s.askedBy, s.produced, s.retained, s.deleted].join('\n');

/** Ids of the messages whose patient's name the event changes, shows or hides. */
export function messagesWithChangedPatientName(event: Recorded, read: RowReader): string[] {
  const caseId = caseIdOfEvent(event);
  const before = readCaseRow(read, caseId);
  if (!before) return [];
  const after = foldCaseEvent(before, event);
  if (shownOf(before) === shownOf(after)) return [];
  const nameFor = (personId: string, s: CaseState) => {
    const person = personAtEvent(read, personId);
    return person && seesCase(viewerOf(person, Date.parse(event.at)), s) ? nameIn(s) : '';
  };
  const isRenamed = (personId: string) => nameFor(personId, before) !== nameFor(personId, after);
  const said = conversationsOfCase(caseId).flatMap(id => [chatStreamOf(id), claimStreamOf(id)]);
  return [caseStreamOf(caseId), ...said].flatMap(stream => messageIdsOf(read, stream, isRenamed));
}
