/**
 * The second half of `refine`: creates the refinement's case, either right away or by the worker after a crash. Ids
 * derive from the opening event, so the case is created only once.
 */
import type { CaseState } from '#events/case/case.ts';
import { initialCaseState } from '#events/case/case.ts';
import { createCase } from '#events/case/decider.ts';
import { checkDraft } from '#events/case/draft.ts';
import type { SectionName, Sections } from '#events/case/sections.ts';
import type { CaseEvent } from '#events/case/stream.ts';
import { contactKey } from '#events/tooth/fdi.ts';
import type { CaseStreams } from './case-streams.ts';
import { caseIdOfCommand, effectIdOf, eventIdOf } from './command-ids.ts';

/** Id of the command that an opening event causes. */
export const refinementCommandId = (openedId: string) => effectIdOf(openedId, 'refinement');

/** A free case id for the refinement that event `openedId` opens. */
export async function findFreeRefinementId(streams: CaseStreams, openedId: string): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const childId = caseIdOfCommand(refinementCommandId(openedId), attempt);
    const taken = (await streams.load(childId)).revision >= 0;
    const own = await streams.find(childId, eventIdOf(refinementCommandId(openedId), 0));
    if (!taken || own) return childId;
  }
}

/**
 * Returns the lingual sheet without the surcharge consent and without the wires that need one, because both must be
 * confirmed again.
 */
function lingualAgain({ lingual }: Sections['prescription']): Sections['prescription']['lingual'] {
  if (!lingual?.surchargeAccepted) return lingual;
  const { surchargeAccepted: _, archwires: __, ...rest } = lingual;
  return rest;
}

/** Ordered IPR less what was done in the chair, so that nothing is stripped twice. */
function iprLeft({ sections, visits }: CaseState): Sections['markers']['ipr'] {
  const done = new Map<string, number>();
  for (const { between, mm } of visits.flatMap(visit => visit.ipr)) {
    const contact = contactKey(...between);
    done.set(contact, (done.get(contact) ?? 0) + mm);
  }
  return sections.markers.ipr?.filter(({ contact, mm }) => {
    const was = done.get(contact) ?? 0;
    // If the order named no amount, any IPR that was done counts as complete.
    return was === 0 || (mm !== undefined && Math.round((mm - was) * 100) > 0);
  });
}

/**
 * Start values of a refinement: patient, diagnosis, order and marks. Omits records and their delivery, the
 * visit date, and confirmations, which belong to the earlier order.
 */
function inherited(parent: CaseState): Partial<Sections> {
  const { diagnosis, prescription } = parent.sections;
  const { visitDate: _, ...patient } = parent.sections.patient;
  const { confirmed: __, ipr: ___, ...markers } = parent.sections.markers;
  const ipr = iprLeft(parent);
  return {
    patient,
    diagnosis,
    prescription: { ...prescription, lingual: lingualAgain(prescription) },
    markers: { ...markers, ...(ipr && { ipr }) },
  };
}

/** First events of a refinement's case: a draft with the parent's answers. */
export function createRefinementEvents(parent: CaseState, childId: string): CaseEvent[] {
  const { caseId: parentId, ownerId, orgId, servedBy } = parent;
  const events = createCase({ caseId: childId, ownerId, orgId, servedBy, parentId });
  let sections = initialCaseState.sections;
  for (const [name, value] of Object.entries(inherited(parent)) as [SectionName, Sections[SectionName]][]) {
    const fields = Object.entries(value).flatMap(([field, v]) => (v === undefined ? [] : [field]));
    if (fields.length === 0) continue;
    sections = { ...sections, [name]: value };
    const data = { to: checkDraft(sections, []).status, section: name, fields };
    events.push({ type: 'SectionSaved', data, personal: { value: { [name]: value } } });
  }
  return events;
}

export type RefinementOpening = { id: string; at: string; by: string };

/** Creates the refinement's case if it is missing. @param parent at the revision of `opened`, or later */
export async function createRefinementCase(
  streams: CaseStreams,
  parent: CaseState,
  opened: RefinementOpening,
): Promise<void> {
  if (parent.childId === null) throw new Error(`${parent.caseId} has no refinement`);
  const { childId } = parent;
  const command = {
    commandId: refinementCommandId(opened.id),
    at: opened.at,
    by: opened.by,
    cause: opened.id,
  };
  await streams.handle(childId, command, state => {
    if (state.revision >= 0) throw new Error(`${childId} is another case`);
    return createRefinementEvents(parent, childId);
  });
}
