/** A message to one person: something happened that this person should know. */
import type { Status } from '#events/case/status.ts';
import type { Json } from '#events/envelope.ts';
import type { MailTopic, MessageKind } from '#events/mail/topics.ts';
import type { PersonRef } from '../caseList/item.ts';

export type MessageItem = {
  /** `<person id>:<stream>:<revision>` of the event that it tells of. */
  id: string;
  kind: MessageKind;
  /** What it is about; one that this person has switched off here does not count. */
  topic: MailTopic;
  /** The event's type: `message:event.<type>` is its line. */
  type: string;
  at: string;
  by: PersonRef;
  caseId: string | null;
  /** Where it was said, and the number of the message there; of a talk's messages alone. */
  said: { conversation: string; seq: number } | null;
  /** Empty where the case is not, or no longer, this person's to see; masked where the eye is hidden. */
  patientName: string;
  to: Status | null;
  facts: Record<string, Json>;
  read: boolean;
  position: string;
};

/** Everything up to this ISO time is read, and so many are not. */
export type InboxItem = { upTo: string; unread: number };
