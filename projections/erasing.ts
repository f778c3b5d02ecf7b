/** A patient who is erased, in the rows: each node hears it from the log, and folds the patient's cases anew. */
import { dirname } from 'node:path';
import { patientErasedBy } from '#events/case/erasing.ts';
import { caseStream } from '#events/case/stream.ts';
import { amendStream, caseConversation, chatStream } from '#events/chat/conversation.ts';
import type { Recorded } from '#events/envelope.ts';
import { caseIdOf } from './case/record.ts';
import type { Log } from './contract.ts';
import { removeOthers } from './files.ts';
import type { Folder } from './fold.ts';
import type { RowStore } from './store.ts';

type Source = { log: Pick<Log, 'read'>; upcast: (event: Recorded) => Recorded };
type Rows = { store: RowStore; folder: Pick<Folder, 'word'> };

/** Set from before rows are folded anew until nothing on the disk holds what was in them. */
const mark = 'erasing';

/** Whether what came before an event has to be folded anew. */
export const erases = (event: Recorded | undefined): boolean =>
  event !== undefined && patientErasedBy(event) !== undefined;

/** What a case's streams hold, as the log gives it now: what was said comes after the case, which says who sees it. */
export async function eventsOf(caseId: string, { log, upcast }: Source): Promise<Recorded[]> {
  const events: Recorded[] = [];
  const said = caseConversation(caseId);
  for (const stream of [caseStream(caseId), chatStream(said), amendStream(said)])
    for await (const event of log.read(stream)) events.push(upcast(event));
  return events;
}

/** All that came up to an event that erases its case's patient, as the log gives it from then on. */
export async function upToErasing(event: Recorded, source: Source): Promise<Recorded[]> {
  const events = await eventsOf(caseIdOf(event), source);
  return events.filter(({ position }) => position <= event.position);
}

/**
 * Folds an event that erases its case's patient, and with it all before it anew: to be saved in one transaction. What
 * came before is saved by then: rows that belong to one event are looked for where they are stored.
 */
export function foldErasing(folder: Folder, event: Recorded, upTo: readonly Recorded[]): void {
  folder.apply(event, view => view.impersonal === true);
  folder.again(upTo, { view: 'case', id: caseIdOf(event) }, event.position);
}

/** To be called before what was folded anew is saved: a process that ends in between cleans up when it starts. */
export function begin(store: RowStore): void {
  store.setMeta(mark, '1');
}

/** Rids the answering file of what was overwritten. */
export function clean({ store, folder }: Rows): void {
  folder.word();
  store.scrub();
}

/** Removes the files beside the answering one, which name who was erased: nothing is being built there. */
export function end({ store }: Pick<Rows, 'store'>): void {
  if (store.file !== ':memory:') removeOthers(dirname(store.file), store.file);
  store.setMeta(mark, '');
}

/** At a start: what an earlier process began, or catching up. */
export function endAll(rows: Rows): void {
  if (rows.store.meta(mark) !== '1') return;
  clean(rows);
  end(rows);
}
