/** Conversations and messages as people get them, over HTTP and over the socket alike. */
import type { ConversationKind } from '#events/chat/kinds.ts';
import type { ChatRef } from '#events/chat/message.ts';
import type { PersonRef } from '../caseList/item.ts';

export type ChatFile = { id: string; name: string; size: number; mime: string };

/** A message, alike for everybody who may read it. */
export type ChatMessage = {
  /** That of its event. */
  id: string;
  conversation: string;
  /** Its number in the conversation, from 1 without a gap. */
  seq: number;
  /** The sender's own id of it. */
  client: string;
  by: PersonRef;
  /** ISO time. */
  at: string;
  /** Empty where it was deleted, or its patient erased. */
  text: string;
  files: ChatFile[];
  refs: ChatRef[];
  /** What it answers, in short, and by which number it is found. */
  replyTo: { id: string; seq: number; by: PersonRef; text: string; deleted: boolean } | null;
  mentions: PersonRef[];
  editedAt: string | null;
  deleted: { by: PersonRef; at: string } | null;
  /** Of the last event in it. */
  position: string;
};

/** How far a person has come, by numbers of messages. */
export type ChatMark = { id: string; got: number; read: number };

/** A conversation as one person gets it. */
export type Conversation = {
  id: string;
  kind: ConversationKind;
  /** Kinds of the same case's conversations that this person is in, its own among them. */
  kinds: ConversationKind[];
  caseId: string | null;
  /** Of a case's; masked where the eye is hidden or the kind says so, empty where the case is not this person's to see. */
  patientName: string;
  /** The doctor whose it is. */
  owner: PersonRef;
  /** Number of its newest message; 0 before the first. */
  count: number;
  last: { id: string; by: PersonRef; at: string; text: string; files: number; deleted: boolean } | null;
  /** Messages after the last one that this person has read. */
  unread: number;
  /** Number of an unread message that names this person; null: none does. */
  mentioned: number | null;
  /** ISO time of the first question that nobody has answered yet. */
  waitingSince: string | null;
  /** Who at the desk takes care of it. */
  holder: PersonRef | null;
  closed: boolean;
  /** The answer clock has run out for what waits now. */
  escalated: boolean;
  /** Everybody who has been in it and still sees it, its owner first where the owner takes part. */
  people: PersonRef[];
  marks: ChatMark[];
  position: string;
};

/**
 * The desk's tabs: conversations of this person, those without a holder, all that are open, those that are closed; and
 * the threads that the desk reads without answering.
 */
export type DeskTab = 'mine' | 'free' | 'all' | 'closed' | 'laboratory';

/** `unread`: messages; the others are conversations: at the desk those that nobody has taken, and this person's own. */
export type TalkCounts = { unread: number; free: number; mine: number };
