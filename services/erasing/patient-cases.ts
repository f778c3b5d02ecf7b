/** Finds a patient's cases: the first one and its refinements, all encrypted under one key. */
import type { CaseEventOf } from '#events/case/stream.ts';
import { caseStreamOf } from '#events/case/stream.ts';
import { chatStreamOf, conversationsOfCase } from '#events/chat/conversation.ts';
import type { ChatEvent } from '#events/chat/events.ts';
import type { EventReader } from '../eventstore/port.ts';
import { fileIdsOfEvent } from '../files/files-in-events.ts';

/** A log with or without encryption: no personal data is read here. */
type Reader = Pick<EventReader, 'read'>;

/** Id of the patient's first case. Undefined if the case does not exist. */
export async function findPatientOfCase(log: Reader, caseId: string): Promise<string | undefined> {
  for await (const event of log.read(caseStreamOf(caseId), { limit: 1 })) {
    // Cast: a case starts with this event.
    const { parentId } = event.data as CaseEventOf<'CaseCreated'>['data'];
    return parentId === null ? caseId : findPatientOfCase(log, parentId);
  }
  return undefined;
}

/** Refinements of a case, including deleted ones. */
export async function readRefinementsOfCase(log: Reader, caseId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const event of log.read(caseStreamOf(caseId)))
    if (event.type === 'RefinementOpened')
      found.push((event.data as CaseEventOf<'RefinementOpened'>['data']).childId);
  return found;
}

/** File ids in a case's conversations, and the number of messages. */
export async function readConversationContents(
  log: Reader,
  caseId: string,
): Promise<{ files: string[]; messages: number }> {
  const files: string[] = [];
  let messages = 0;
  for (const conversation of conversationsOfCase(caseId))
    for await (const event of log.read(chatStreamOf(conversation))) {
      messages += 1;
      // Cast: a conversation holds messages.
      files.push(...(event.data as ChatEvent['data']).files.map(({ id }) => id));
    }
  return { files, messages };
}

/** Summary of a case for the operator's confirmation, without personal data. */
export type CaseSummary = { caseId: string; begun: string; events: number; files: number; messages: number };

/** A patient's cases, the first one first. */
export async function summariseCases(log: Reader, patient: string): Promise<CaseSummary[]> {
  const cases: CaseSummary[] = [];
  const ids = [patient];
  for (const caseId of ids) {
    const files = new Set<string>();
    let [begun, events] = ['', 0];
    for await (const event of log.read(caseStreamOf(caseId))) {
      begun ||= event.at;
      events += 1;
      for (const id of fileIdsOfEvent(event)) files.add(id);
    }
    const conversation = await readConversationContents(log, caseId);
    for (const id of conversation.files) files.add(id);
    if (events > 0) cases.push({ caseId, begun, events, files: files.size, messages: conversation.messages });
    ids.push(...(await readRefinementsOfCase(log, caseId)));
  }
  return cases;
}
