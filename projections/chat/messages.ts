/**
 * The rows `chatMessages`: messages with their current text; `chatFiles`: the conversation of each file;
 * `chatAnswers`: the messages that quote a message.
 */

import {
  amendStreamPrefix,
  caseOfConversation,
  chatStreamPrefix,
  conversationOfStream,
} from '#events/chat/conversation.ts';
import { conversationKinds } from '#events/chat/kinds.ts';
import type { Recorded } from '#events/envelope.ts';
import { recordOf } from '#events/streams.ts';
import {
  conversationMessagesRoom,
  doctorSideRoomsIn,
  messageSearchRoom,
  orgMessageSearchRoom,
} from '../rooms.ts';
import { type FoldedView, presentToNobody, type RowReader, type Sight } from '../view.ts';
import { createMessageHistoryReads } from './history.ts';
import type { ChatMessage } from './item.ts';
import { presentChatMessage } from './present.ts';
import {
  type ChatAnswersRow,
  type ChatFileRow,
  type ChatMessageRow,
  chatMessageId,
  padNumber,
  readConversationRow,
} from './rows.ts';
import { messageSearchWords } from './words.ts';

const name = 'chatMessages';
const answersName = 'chatAnswers';
/** Most answers whose quote is updated when the quoted message changes; the newest ones. */
const mostAnswers = 100;

function sent(event: Recorded, read: RowReader): ChatMessageRow | null {
  const { data, personal, by, at, position } = recordOf('chat', event);
  const conversation = conversationOfStream(event.stream);
  const of = readConversationRow(read, conversation);
  if (!of) return null;
  const { client, files, refs, replyTo, mentions } = data;
  const ofDoctor = conversationKinds[of.kind].ownSide
    ? [of.ownerId, ...doctorSideRoomsIn(of.rooms)].map(messageSearchRoom)
    : [];
  return {
    conversation,
    seq: event.revision + 1,
    client,
    by,
    at,
    refs,
    replyTo,
    mentions,
    text: personal.text,
    files: event.erased ? [] : files.map((file, i) => ({ ...file, name: personal.names[i] ?? '' })),
    editedAt: null,
    deleted: null,
    sent: padNumber(position),
    changed: padNumber(position),
    found: [...ofDoctor, orgMessageSearchRoom(of.servedBy, of.kind)],
  };
}

function amended(row: ChatMessageRow, event: Recorded): ChatMessageRow {
  const e = recordOf('amend', event);
  const changed = padNumber(e.position);
  // A deleted message leaves no text or files in the rows.
  if (e.type === 'MessageDeleted')
    return { ...row, changed, text: '', files: [], refs: [], deleted: { by: e.by, at: e.at } };
  return row.deleted ? row : { ...row, changed, text: e.personal.text, editedAt: e.at };
}

const idOf = (event: Recorded) => {
  const conversation = conversationOfStream(event.stream);
  const message = event.stream.startsWith(chatStreamPrefix)
    ? event.id
    : recordOf('amend', event).data.message;
  return chatMessageId(conversation, message);
};

/** Messages whose quote changes with the amended message. */
function quoting(event: Recorded, read: RowReader): string[] {
  if (!event.stream.startsWith(amendStreamPrefix)) return [];
  const answers = read.row<ChatAnswersRow>(answersName, idOf(event))?.answers ?? [];
  return answers.map(message => chatMessageId(conversationOfStream(event.stream), message));
}

/** Sorted by number, and by the last change. */
const sights = ({ conversation, seq, changed }: ChatMessageRow): Sight[] => [
  {
    list: 'talk',
    room: conversationMessagesRoom(conversation),
    group: 'all',
    sort: { seq: padNumber(seq), changed },
  },
];

/** Folds after `conversations`, whose row determines who finds the message. */
export const chatMessagesView = {
  name,
  version: 5,
  keep: 2000,
  follows: [chatStreamPrefix, amendStreamPrefix],
  keys: (event, read) => [idOf(event), ...quoting(event, read)],
  fresh: ({ stream }) => stream.startsWith(chatStreamPrefix),
  fold: (row, event, read, id) => {
    if (event.stream.startsWith(chatStreamPrefix)) return row ?? sent(event, read);
    if (!row) return null;
    return id === idOf(event) ? amended(row, event) : { ...row, changed: padNumber(event.position) };
  },
  repositioned: (row, position) => ({ ...row, changed: padNumber(position) }),
  lists: { talk: ['seq', 'changed'] },
  sights,
  words: messageSearchWords,
  placed: row => ({
    at: Number(row.sent),
    rooms: [...row.found, conversationMessagesRoom(row.conversation)],
  }),
  present: presentChatMessage,
  reads: createMessageHistoryReads,
} satisfies FoldedView<ChatMessageRow, ChatMessage>;

/** Folds before `chatMessages`, so that it still sees the files of a deleted message. */
export const chatFilesView = {
  name: 'chatFiles',
  version: 1,
  keep: 500,
  follows: [chatStreamPrefix, amendStreamPrefix],
  keys: (event, read) => {
    if (event.stream.startsWith(chatStreamPrefix))
      return recordOf('chat', event).data.files.map(file => file.id);
    if (event.type !== 'MessageDeleted') return [];
    return (read.row<ChatMessageRow>(name, idOf(event))?.files ?? []).map(file => file.id);
  },
  fold: (row, event) => {
    // The files of a deleted or erased message are withheld from every viewer.
    if (event.stream.startsWith(amendStreamPrefix) || event.erased) return null;
    const conversation = conversationOfStream(event.stream);
    return row ?? { conversation, caseId: caseOfConversation(conversation) };
  },
  rooms: () => [],
  present: presentToNobody,
} satisfies FoldedView<ChatFileRow, never>;

/** Folds before `chatMessages`, which reads the quotes of a message from this view. */
export const chatAnswersView = {
  name: answersName,
  version: 1,
  keep: 500,
  follows: [chatStreamPrefix],
  keys: event => {
    const { replyTo } = recordOf('chat', event).data;
    return replyTo === null ? [] : [chatMessageId(conversationOfStream(event.stream), replyTo)];
  },
  fold: (row, event) => ({ answers: [...(row?.answers ?? []), event.id].slice(-mostAnswers) }),
  rooms: () => [],
  present: presentToNobody,
  impersonal: true,
} satisfies FoldedView<ChatAnswersRow, never>;
