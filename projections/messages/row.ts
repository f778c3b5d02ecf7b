/** The rows `messages`: one for each recipient of an event. */

import { caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import { dataRequestStreamPrefix, patientIdOfRequest } from '#events/dataRequest/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { mailTopicOf } from '#events/mail/topics.ts';
import { directoryStream, inboxStreamPrefix } from '#events/person/events.ts';
import { recordOf } from '#events/streams.ts';
import { readCaseRow } from '../case/row.ts';
import { historyLineFactsOf } from '../history/facts.ts';
import { inboxRoom } from '../rooms.ts';
import type { FoldedView, RowReader } from '../view.ts';
import { recipientsOfCaseEvent } from './case-recipients.ts';
import {
  conversationStreamPrefixes,
  isConversationStream,
  messageIdsOfConversationEvent,
  messageLink,
} from './conversation-messages.ts';
import { messageFactsOfDirectoryEvent, recipientsOfDirectoryEvent } from './directory-messages.ts';
import { messageId, personIdOfMessageId } from './id.ts';
import type { MessageItem } from './item.ts';
import { presentInboxMessage } from './present.ts';
import { createMessageReads } from './reads.ts';
import { messagesWithChangedPatientName } from './renamed-messages.ts';
import { recipientsOfRequest } from './request-recipients.ts';
import { messagesRoute } from './route.ts';
import type { MessageRow } from './rows.ts';

/** A person can mark only own messages; ids of another inbox match nothing. */
function markedKeys(event: Recorded): string[] {
  const e = recordOf('inbox', event);
  return (e.data.messageIds ?? []).filter(
    id => personIdOfMessageId(id) === event.stream.slice(inboxStreamPrefix.length),
  );
}

function keys(event: Recorded, read: RowReader): string[] {
  if (event.stream === directoryStream)
    return recipientsOfDirectoryEvent(event).map(person => messageId(person, event));
  if (event.stream.startsWith(inboxStreamPrefix)) return markedKeys(event);
  if (event.stream.startsWith(dataRequestStreamPrefix))
    return recipientsOfRequest(event, read).map(person => messageId(person, event));
  if (isConversationStream(event.stream)) return messageIdsOfConversationEvent(event, read);
  const made = recipientsOfCaseEvent(event, read).map(person => messageId(person, event));
  return [...made, ...messagesWithChangedPatientName(event, read)];
}

/** The message of an event, by the kind of its stream. */
function saying(
  event: Recorded,
  read: RowReader,
): Pick<MessageRow, 'kind' | 'caseId' | 'said' | 'to' | 'facts'> {
  const none = { caseId: null, said: null, to: null, facts: {} };
  if (event.stream === directoryStream)
    return { ...none, kind: 'system', facts: messageFactsOfDirectoryEvent(event) };
  if (event.stream.startsWith(dataRequestStreamPrefix))
    return { ...none, kind: 'system', caseId: patientIdOfRequest(event) };
  if (isConversationStream(event.stream)) return { ...none, kind: 'talk', ...messageLink(event, read) };
  const e = recordOf('case', event);
  const caseId = caseIdOfEvent(event);
  const to = 'to' in e.data ? e.data.to : null;
  return { ...none, kind: 'case', caseId, to, facts: historyLineFactsOf(e, readCaseRow(read, caseId)) };
}

function message(event: Recorded, read: RowReader, id: string): MessageRow {
  const said = saying(event, read);
  const { type, at, by } = event;
  const topic = mailTopicOf(said.kind, type);
  return { personId: personIdOfMessageId(id), topic, type, at, by, read: false, since: at, ...said };
}

const isOwn = ({ stream }: Recorded) => stream.startsWith(inboxStreamPrefix);

/** Folds before the row `case`, like `history`. */
export const messagesView = {
  name: 'messages',
  version: 3,
  keep: 0,
  follows: [
    caseStreamPrefix,
    dataRequestStreamPrefix,
    directoryStream,
    inboxStreamPrefix,
    ...conversationStreamPrefixes,
  ],
  keys,
  fresh: (event, id) => id === messageId(personIdOfMessageId(id), event),
  fold: (row, event, read, id) => {
    if (!row) return isOwn(event) ? null : message(event, read, id);
    if (event.type === 'MessagesKept') return { ...row, read: false, since: event.at };
    if (event.type === 'AllReadTakenBack') return { ...row, read: false };
    // Moves to the event's position, because the shown name of the case changed.
    if (event.stream.startsWith(caseStreamPrefix)) return { ...row };
    // The row already exists, and the recipient marked it or read its conversation.
    const isPassed = isConversationStream(event.stream) && event.by === row.personId;
    return isOwn(event) || isPassed ? { ...row, read: true } : row;
  },
  lists: { messages: ['since', 'at'] },
  sights: row => [
    {
      list: 'messages',
      room: inboxRoom(row.personId),
      group: `${row.topic}.${row.read ? 'read' : 'unread'}`,
      sort: { since: row.since, at: row.at },
    },
  ],
  resumes: true,
  // Recipients never change afterwards, and rows contain no notes.
  impersonal: true,
  present: presentInboxMessage,
  asks: messagesRoute,
  reads: createMessageReads,
} satisfies FoldedView<MessageRow, MessageItem>;
