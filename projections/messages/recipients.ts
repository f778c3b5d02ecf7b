/**
 * The rows `recipients`, one for each stream: which people got messages of which events. They find the messages of a
 * case when its patient's name changes, and the messages of one event.
 */
import { caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { type FoldedView, presentToNobody, type RowReader } from '../view.ts';
import { recipientsOfCaseEvent } from './case-recipients.ts';
import { conversationStreamPrefixes, recipientsOfConversationEvent } from './conversation-messages.ts';
import { messageId } from './id.ts';

/** Revisions of the stream's events, by recipient. */
export type RecipientsRow = Record<string, number[]>;

const recipientsOf = (event: Recorded, read: RowReader): string[] =>
  event.stream.startsWith(caseStreamPrefix)
    ? recipientsOfCaseEvent(event, read)
    : recipientsOfConversationEvent(event, read);

const none: RecipientsRow = {};

/** Ids of the messages made by a stream's events, for selected people. */
export const messageIdsOf = (
  read: RowReader,
  stream: string,
  isWanted: (personId: string) => boolean,
): string[] =>
  Object.entries(read.row<RecipientsRow>('recipients', stream) ?? none)
    .filter(([personId]) => isWanted(personId))
    .flatMap(([personId, revisions]) => revisions.map(revision => messageId(personId, { stream, revision })));

/** Folds after `messages`, because that view reads the recipients of earlier events here. */
export const recipientsView = {
  name: 'recipients',
  version: 1,
  keep: 2000,
  follows: [caseStreamPrefix, ...conversationStreamPrefixes],
  keys: (event, read) => (recipientsOf(event, read).length > 0 ? [event.stream] : []),
  fold: (row = none, event, read) => {
    const after = { ...row };
    for (const id of recipientsOf(event, read)) after[id] = [...(row[id] ?? []), event.revision];
    return after;
  },
  rooms: () => [],
  // Contains only ids and numbers.
  impersonal: true,
  present: presentToNobody,
} satisfies FoldedView<RecipientsRow, never>;
