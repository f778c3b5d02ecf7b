/**
 * Removes an erased patient from the rows. Each node sees the erasure in the log and folds the patient's cases again.
 */
import { dirname } from 'node:path';
import { patientErasedBy } from '#events/case/erasing.ts';
import { caseIdOfEvent, caseStreamOf } from '#events/case/stream.ts';
import { amendStreamOf, chatStreamOf, conversationsOfCase } from '#events/chat/conversation.ts';
import type { Recorded } from '#events/envelope.ts';
import type { Log } from './contract.ts';
import { removeOtherRowFiles } from './files.ts';
import type { EventFolder } from './fold.ts';
import type { RowStore } from './store.ts';

type Source = { log: Pick<Log, 'read'> };

/**
 * Name of the mark that a file may still contain data of an erased patient. Set before the fold, cleared after
 * cleaning.
 */
const mark = 'traces';

/** Whether the event erases a patient, so that earlier events must be folded again. */
export const isErasure = (event: Recorded | undefined): boolean =>
  event !== undefined && patientErasedBy(event) !== undefined;

/**
 * Reads the events of a case and its conversations as they are now. The case comes first, because it decides who sees
 * the conversations.
 */
export async function readCaseEvents(caseId: string, { log }: Source): Promise<Recorded[]> {
  const events: Recorded[] = [];
  const said = conversationsOfCase(caseId).flatMap(id => [chatStreamOf(id), amendStreamOf(id)]);
  for (const stream of [caseStreamOf(caseId), ...said])
    for await (const event of log.read(stream)) events.push(event);
  return events;
}

/** The events of the case up to and including its erasure, read after the key was deleted. */
export async function eventsUpToErasure(event: Recorded, source: Source): Promise<Recorded[]> {
  const events = await readCaseEvents(caseIdOfEvent(event), source);
  return events.filter(({ position }) => position <= event.position);
}

/**
 * Folds the erasing event and, again, all events before it, for one transaction. The caller saves earlier events first,
 * because rows of single events are looked up in the store.
 */
export function foldErasureAndRefold(folder: EventFolder, event: Recorded, upTo: readonly Recorded[]): void {
  folder.apply(event, view => view.impersonal === true);
  folder.refold(upTo, { view: 'case', id: caseIdOfEvent(event) }, event.position);
}

/**
 * Marks that freed pages of the file contain data of an erased patient. Call it before saving the fold, so that a
 * process that ends in between cleans up at its next start.
 */
export function markErasedDataLeft(store: RowStore, position: bigint): void {
  store.setMeta(mark, String(position));
}

/**
 * Sets the mark of a newly built file: clean, unless the build read events of a patient erased later.
 * @param erased position of the end of the build, if it read such events
 */
export function setErasedDataMarkAfterBuild(store: RowStore, erased: bigint | undefined): void {
  store.setMeta(mark, erased === undefined ? '' : String(erased));
}

/** The file's mark; '' if it is clean. Files of older versions have no mark and may contain such data. */
export const erasedDataMarkOf = (store: RowStore): string =>
  store.file === ':memory:' ? '' : (store.meta(mark) ?? 'unknown');

/** Deletes all other files of rows, because they name the patient too. Call it while none of them is being built. */
export function deleteErasedDataLeft(store: RowStore): void {
  removeOtherRowFiles(dirname(store.file), store.file);
  store.setMeta(mark, '');
}
