/** The rows of what people are told, and of how far each has read. */
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
  /** Marked one by one; what was read all at once follows from the inbox's row. */
  read: boolean;
  /** ISO time since when it is unread: when it came, or when it was marked as unread again. */
  since: string;
};

export type InboxRow = {
  personId: string;
  /** Everything up to this ISO time is read, however its rows are marked. */
  upTo: string;
  /** Messages that the last reading of all marked: taking it back marks them as unread. */
  allRead: readonly string[];
  /** Topics that do not count here. */
  off: readonly MailTopic[];
};

/** @param upTo of the inbox: what has been unread since then or longer is read */
export const isRead = (row: Pick<MessageRow, 'read' | 'since'>, upTo: string): boolean =>
  row.read || row.since <= upTo;
