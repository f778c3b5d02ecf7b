/** Rows of messages, and of what each person has read. */
import type { Status } from '#events/case/status.ts';
import type { Json } from '#events/envelope.ts';
import type { MailTopic, MessageKind } from '#events/mail/topics.ts';
import type { MessageItem } from './item.ts';

export type MessageRow = {
  personId: string;
  kind: MessageKind;
  topic: MailTopic;
  type: string;
  at: string;
  by: string;
  caseId: string | null;
  said: MessageItem['said'];
  to: Status | null;
  facts: Record<string, Json>;
  /** Whether the message was marked singly. "Mark all as read" is stored in the inbox's row instead. */
  read: boolean;
  /** ISO time since when it is unread: its creation, or when it was marked as unread again. */
  since: string;
};

export type InboxRow = {
  personId: string;
  /** Everything up to this ISO time is read, regardless of `read`. */
  upTo: string;
  /** Messages marked by the last "mark all as read". Undoing it marks them as unread. */
  allRead: readonly string[];
  /** Topics whose messages are not counted. */
  off: readonly MailTopic[];
};

/** True if a message is read. @param upTo the inbox's time; messages unread since then or earlier count as read */
export const isRead = (row: Pick<MessageRow, 'read' | 'since'>, upTo: string): boolean =>
  row.read || row.since <= upTo;
