/**
 * Read marks: how far people have received and read. They are pushed at once and written in batches. After a crash,
 * pages send their marks again. Marks that the log refused are written with the next batch.
 */
import { seenStreamOf } from '#events/chat/conversation.ts';
import type { ReadMarksInput } from '#events/chat/message.ts';
import type { ChatReadMark } from '#projections/chat/item.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type Clock, type Ids, isoNow } from '../clock/clock.ts';
import type { EventStore } from '../eventstore/port.ts';

export type ReadMarksDeps = {
  store: Pick<EventStore, 'append'>;
  models: Pick<ReadModels, 'conversationRowOf'>;
  clock: Clock;
  ids: Ids;
  log: { error(facts: object, words: string): void };
};

/** Interval between two writes of read marks. */
export const markWriteIntervalMs = 1000;

export type ReadMarks = {
  /** Notes a participant's mark. @returns the mark, or undefined if it did not move */
  note(conversation: string, personId: string, upTo: ReadMarksInput): ChatReadMark | undefined;
  /** Writes all noted marks. Resolves once they are written. Never throws. */
  keep(): Promise<void>;
};

type Noted = ReadMarksInput & { kept: boolean };

export function createReadMarks({ store, models, clock, ids, log }: ReadMarksDeps): ReadMarks {
  /** Marks by conversation and person that the rows do not have at the moment, stored or not. */
  const open = new Map<string, Map<string, Noted>>();
  let written: Promise<void> = Promise.resolve();

  const write = async (conversation: string, by: string, noted: Noted) => {
    const { got, read } = noted;
    const stamp = { id: ids.uuid(), at: isoNow(clock), by };
    try {
      await store.append(seenStreamOf(conversation), 'any', [
        { type: 'ConversationSeen', data: { got, read }, ...stamp },
      ]);
      noted.kept = true;
    } catch (error) {
      log.error({ err: error }, 'storing a read mark failed');
    }
  };
  /** Forgets marks that are in the rows. Forgetting them earlier would let a pushed mark move back. */
  const forget = (conversation: string, people: Map<string, Noted>) => {
    const marks = models.conversationRowOf(conversation)?.marks ?? {};
    for (const [by, { got, read, kept }] of people) {
      const known = marks[by];
      if (kept && known && known.got >= got && known.read >= read) people.delete(by);
    }
    if (people.size === 0) open.delete(conversation);
  };
  const keep = async () => {
    for (const [conversation, people] of open) forget(conversation, people);
    const all = [...open].flatMap(([conversation, people]) =>
      [...people].flatMap(([by, noted]) => (noted.kept ? [] : write(conversation, by, noted))),
    );
    await Promise.all(all);
  };
  return {
    note(conversation, personId, { got, read }) {
      const row = models.conversationRowOf(conversation);
      if (!row) return undefined;
      const [noted, stored] = [open.get(conversation)?.get(personId), row.marks[personId]];
      const before = {
        got: Math.max(noted?.got ?? 0, stored?.got ?? 0),
        read: Math.max(noted?.read ?? 0, stored?.read ?? 0),
      };
      const upTo = Math.max(before.read, Math.min(row.count, read));
      const reached = Math.max(before.got, upTo, Math.min(row.count, got));
      if (upTo === before.read && reached === before.got) return undefined;
      const people = open.get(conversation) ?? new Map<string, Noted>();
      open.set(conversation, people.set(personId, { got: reached, read: upTo, kept: false }));
      return { id: personId, got: reached, read: upTo };
    },
    keep() {
      written = written.then(keep).catch((error: unknown) => {
        log.error({ err: error }, 'reading read marks failed');
      });
      return written;
    },
  };
}
