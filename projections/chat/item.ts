/** Conversations and messages as people get them, over HTTP and the socket. */
import type { ConversationKind } from '#events/chat/kinds.ts';
import type { ChatRef } from '#events/chat/message.ts';
import type { PersonRef } from '../caseList/item.ts';

export type ChatFile = { id: string; name: string; size: number; mime: string };

/** A message, equal for everybody who may read it. */
export type ChatMessage = {
  /** Id of its event. */
  id: string;
  conversation: string;
  /** Number of the message in the conversation, from 1 without gaps. */
  seq: number;
  /** The sender's own id of the message. */
  client: string;
  by: PersonRef;
  /** ISO time. */
  at: string;
  /** Text of the message; empty if it was deleted, or its patient erased. */
  text: string;
  files: ChatFile[];
  refs: ChatRef[];
  /** The message it answers, shortened, with its number. */
  replyTo: { id: string; seq: number; by: PersonRef; text: string; deleted: boolean } | null;
  mentions: PersonRef[];
  editedAt: string | null;
  deleted: { by: PersonRef; at: string } | null;
  /** Position of the message's last event. */
  position: string;
};

/** A person's read mark, as message numbers. */
export type ChatReadMark = { id: string; got: number; read: number };

/** A conversation as one person gets it. */
export type Conversation = {
  id: string;
  kind: ConversationKind;
  /** Kinds of the same case's conversations that this person takes part in, including this one. */
  kinds: ConversationKind[];
  caseId: string | null;
  /**
   * Masked while names are hidden or if the kind requires it; empty if the case is hidden from this person.
   */
  patientName: string;
  /** The doctor it belongs to. */
  owner: PersonRef;
  /** Number of its newest message; 0 before the first. */
  count: number;
  last: { id: string; by: PersonRef; at: string; text: string; files: number; deleted: boolean } | null;
  /** Count of messages after this person's read mark. */
  unread: number;
  /** Number of an unread message that mentions this person; null if none does. */
  mentioned: number | null;
  /** ISO time of the first unanswered question. */
  waitingSince: string | null;
  /** The person at the desk in charge of it. */
  holder: PersonRef | null;
  closed: boolean;
  /** Whether the current question is overdue. */
  escalated: boolean;
  /** Everybody who took part and still sees it; the owner first, if the owner takes part. */
  people: PersonRef[];
  marks: ChatReadMark[];
  position: string;
};

/**
 * Tabs of the desk: this person's conversations, those without a holder, all open, closed; and the threads
 * that the desk reads without answering.
 */
export type DeskTab = 'mine' | 'free' | 'all' | 'closed' | 'laboratory';

/**
 * `unread` counts messages; the others count conversations: unclaimed at the desk, and claimed by this
 * person.
 */
export type ConversationCounts = { unread: number; free: number; mine: number };
