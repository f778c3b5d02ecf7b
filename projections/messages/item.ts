/** A message that notifies one person of an event. */
import type { Status } from '#events/case/status.ts';
import type { Json } from '#events/envelope.ts';
import type { MailTopic, MessageKind } from '#events/mail/topics.ts';
import type { PersonRef } from '../caseList/item.ts';

export type MessageItem = {
  /** `<person id>:<stream>:<revision>` of the event. */
  id: string;
  kind: MessageKind;
  /** Topic of the message. Messages of topics that the person switched off do not count as unread. */
  topic: MailTopic;
  /** Type of the event; `message:event.<type>` is the text's dictionary key. */
  type: string;
  at: string;
  by: PersonRef;
  caseId: string | null;
  /** Conversation and message number; null for messages that come from no conversation. */
  said: { conversation: string; seq: number } | null;
  /** Patient's name: empty if the case is hidden from this person; masked while names are hidden. */
  patientName: string;
  to: Status | null;
  facts: Record<string, Json>;
  read: boolean;
  position: string;
};

/** Everything up to the ISO time `upTo` is read; `unread` is a count. */
export type InboxItem = { upTo: string; unread: number };
