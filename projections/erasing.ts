/** A patient who is erased, in the rows: each node hears it from the log, and folds the patient's cases anew. */
import { dirname } from 'node:path';
import { patientErasedBy } from '#events/case/erasing.ts';
import { caseOf, caseStream } from '#events/case/stream.ts';
import { amendStream, chatStream, conversationsOfCase } from '#events/chat/conversation.ts';
import type { Recorded } from '#events/envelope.ts';
import type { Log } from './contract.ts';
import { removeOthers } from './files.ts';
import type { Folder } from './fold.ts';
import type { RowStore } from './store.ts';

type Source = { log: Pick<Log, 'read'>; upcast: (event: Recorded) => Recorded };

/** Set from before rows are folded again until no file of rows holds their earlier content. */
const mark = 'traces';

/** Whether what came before an event has to be folded anew. */
export const erases = (event: Recorded | undefined): boolean =>
  event !== undefined && patientErasedBy(event) !== undefined;

/** What a case's streams hold, as the log gives it now: what was said comes after the case, which says who sees it. */
export async function eventsOf(caseId: string, { log, upcast }: Source): Promise<Recorded[]> {
  const events: Recorded[] = [];
  const said = conversationsOfCase(caseId).flatMap(id => [chatStream(id), amendStream(id)]);
  for (const stream of [caseStream(caseId), ...said])
    for await (const event of log.read(stream)) events.push(upcast(event));
  return events;
}

/** All that came up to an event that erases its case's patient, as the log gives it from then on. */
export async function upToErasing(event: Recorded, source: Source): Promise<Recorded[]> {
  const events = await eventsOf(caseOf(event), source);
  return events.filter(({ position }) => position <= event.position);
}

/**
 * Folds an event that erases its case's patient, and with it all before it anew: to be saved in one transaction. What
 * came before is saved by then: rows that belong to one event are looked for where they are stored.
 */
export function foldErasing(folder: Folder, event: Recorded, upTo: readonly Recorded[]): void {
  folder.apply(event, view => view.impersonal === true);
  folder.again(upTo, { view: 'case', id: caseOf(event) }, event.position);
}

/**
 * Marks the file as holding content of an erased patient in freed pages. Call it before the folded rows are saved, so
 * that a process that ends in between cleans up at its next start.
 */
export function begin(store: RowStore, position: bigint): void {
  store.setMeta(mark, String(position));
}

/** Marks a file that was just built. @param erased where it read events of a patient who was erased later on */
export function built(store: RowStore, erased: bigint | undefined): void {
  store.setMeta(mark, erased === undefined ? '' : String(erased));
}

/** The mark of a file that may hold traces; '' where it holds none. Files of versions without the mark may hold some. */
export const tracesIn = (store: RowStore): string =>
  store.file === ':memory:' ? '' : (store.meta(mark) ?? 'unknown');

/** Removes the files beside the answering one, which name the erased patient as well. Call it while none is being built. */
export function end(store: RowStore): void {
  removeOthers(dirname(store.file), store.file);
  store.setMeta(mark, '');
}
