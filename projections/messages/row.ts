/** The rows `messages`, one for each person who is told, and `inbox`: how far a person has read. */
import type { Status } from '#events/case/status.ts';
import { caseStreamPrefix } from '#events/case/stream.ts';
import type { Json, Recorded } from '#events/envelope.ts';
import { directoryStream, type InboxEvent, inboxEvents } from '#events/person/events.ts';
import { caseIdOf, caseRecord } from '../case/record.ts';
import { caseRow } from '../case/row.ts';
import { factsOf } from '../history/facts.ts';
import { inboxRoom } from '../rooms.ts';
import type { FoldedView, Reader } from '../view.ts';
import type { InboxItem, MessageItem, MessageKind } from './item.ts';
import { presentInbox, presentMessage } from './present.ts';
import { createInboxReads, createMessageReads } from './reads.ts';
import { toldOf } from './told.ts';

export type MessageRow = {
  personId: string;
  kind: MessageKind;
  type: string;
  at: string;
  by: string;
  caseId: string | null;
  to: Status | null;
  facts: Record<string, Json>;
  /** Marked one by one; what was read all at once follows from the inbox's row. */
  read: boolean;
};

/** Everything up to this ISO time is read, however its rows are marked. */
export type InboxRow = { personId: string; upTo: string };

const inboxPrefix = 'inbox-';
/** By stream and revision: an event's own id is unique in its stream only. */
const messageId = (personId: string, event: Recorded) => `${personId}:${event.stream}:${event.revision}`;
const personOfId = (id: string) => id.slice(0, id.indexOf(':'));

/** The boundary where an event of the log becomes an inbox's. @throws Error for a type that is not known */
function inboxRecord(event: Recorded): InboxEvent {
  if (!Object.hasOwn(inboxEvents, event.type))
    throw new Error(`unknown event ${event.type} in ${event.stream}`);
  return event as unknown as InboxEvent;
}

/** People are told by the system when their account is made, and when it works again. */
const systemEvents = ['PersonAdded', 'PersonUnfrozen'];

function systemKeys(event: Recorded): string[] {
  const { data } = event;
  if (!systemEvents.includes(event.type)) return [];
  if (data === null || typeof data !== 'object' || !('personId' in data)) return [];
  return typeof data.personId === 'string' ? [messageId(data.personId, event)] : [];
}

/** Only the own messages can be marked: an id of another person's inbox finds none. */
function readKeys(event: Recorded): string[] {
  const e = inboxRecord(event);
  if (e.type !== 'MessagesRead') return [];
  return e.data.messageIds.filter(id => personOfId(id) === event.stream.slice(inboxPrefix.length));
}

function keys(event: Recorded, read: Reader): string[] {
  if (event.stream === directoryStream) return systemKeys(event);
  if (event.stream.startsWith(inboxPrefix)) return readKeys(event);
  const before = caseRow(read, caseIdOf(event));
  return toldOf(caseRecord(event), event.by, before, read).map(person => messageId(person, event));
}

function message(event: Recorded, read: Reader, id: string): MessageRow {
  const where = { personId: personOfId(id), type: event.type, at: event.at, by: event.by, read: false };
  if (event.stream === directoryStream)
    return { ...where, kind: 'system', caseId: null, to: null, facts: {} };
  const e = caseRecord(event);
  const caseId = caseIdOf(event);
  const to = 'to' in e.data ? e.data.to : null;
  return { ...where, kind: 'case', caseId, to, facts: factsOf(e, caseRow(read, caseId)) };
}

/** Folds before the row `case`, as `history` does. */
export const messages = {
  name: 'messages',
  version: 1,
  keep: 0,
  follows: [caseStreamPrefix, directoryStream, inboxPrefix],
  keys,
  fresh: event => !event.stream.startsWith(inboxPrefix),
  fold: (row, event, read, id) => {
    if (event.stream.startsWith(inboxPrefix)) return row ? { ...row, read: true } : null;
    return row ?? message(event, read, id);
  },
  lists: { messages: ['at'] },
  sights: row => [
    {
      list: 'messages',
      room: inboxRoom(row.personId),
      group: `${row.kind}.${row.read ? 'read' : 'unread'}`,
      sort: { at: row.at },
    },
  ],
  resumes: true,
  // Who was told then does not change, and notes are left out.
  impersonal: true,
  present: presentMessage,
  reads: createMessageReads,
} satisfies FoldedView<MessageRow, MessageItem>;

export const inbox = {
  name: 'inbox',
  version: 1,
  keep: 2000,
  follows: [inboxPrefix],
  keys: event => (event.type === 'AllMessagesRead' ? [event.stream.slice(inboxPrefix.length)] : []),
  fold: (row, event, _read, id) => {
    const e = inboxRecord(event);
    if (e.type !== 'AllMessagesRead') return row ?? null;
    return { personId: id, upTo: row && row.upTo > e.data.upTo ? row.upTo : e.data.upTo };
  },
  rooms: row => [inboxRoom(row.personId)],
  present: presentInbox,
  reads: createInboxReads,
} satisfies FoldedView<InboxRow, InboxItem>;
