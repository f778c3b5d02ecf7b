/** The rows of conversations, of what was said in them, and of its files; and the ids by which they are found. */
import type { Claim } from '#events/chat/claim.ts';
import type { ConversationKind } from '#events/chat/kinds.ts';
import type { ChatRef } from '#events/chat/message.ts';
import type { Reader } from '../view.ts';
import type { ChatFile } from './item.ts';

export type Mark = { got: number; read: number };

export type ConversationRow = {
  kind: ConversationKind;
  caseId: string | null;
  ownerId: string;
  servedBy: string;
  rooms: string[];
  count: number;
  /** Id of the newest message. */
  last: string;
  /** ISO time of the newest message. */
  lastAt: string;
  /** Position of the newest event that changed what is shown with it from elsewhere: its last words, its patient's name. */
  touched: string;
  /** Ids of those who wrote, were named, or take care of it: all of them, and those who see it still. */
  people: string[];
  present: string[];
  /** Those of `present` who have it in a room of their own: a doctor's assistants have it in the doctor's. */
  inRooms: string[];
  waitingSince: string | null;
  claim: Claim;
  marks: Record<string, Mark>;
  /** Number of the newest message that names a person. */
  mentions: Record<string, number>;
};

export type ChatMessageRow = {
  conversation: string;
  seq: number;
  client: string;
  by: string;
  at: string;
  text: string;
  files: ChatFile[];
  refs: ChatRef[];
  replyTo: string | null;
  mentions: string[];
  editedAt: string | null;
  deleted: { by: string; at: string } | null;
  /** Positions, padded: when it was said, and when it changed last. */
  sent: string;
  changed: string;
  /** Rooms in which it is looked for: its doctor's where the doctor takes part, and its service organisation's. */
  found: string[];
};

/** Ids of the messages that answer one. */
export type ChatAnswersRow = { answers: string[] };

/** `caseId`: of a case's conversation. */
export type ChatFileRow = { conversation: string; caseId: string | null };

export const conversationRow = (read: Reader, id: string) => read.row<ConversationRow>('conversations', id);

/** The conversation of a message's row. */
export const ofMessageId = (id: string): string => id.slice(0, id.indexOf('/'));
export const chatMessageId = (conversation: string, message: string) => `${conversation}/${message}`;

const digits = 18;
/** A position or a number as a text that sorts as it does. */
export const padded = (n: bigint | number): string => String(n).padStart(digits, '0');
