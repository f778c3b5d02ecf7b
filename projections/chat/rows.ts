/** The rows of conversations, of their messages and files, and the ids to find them by. */
import type { FormerOwner } from '#events/case/permissions.ts';
import type { Claim } from '#events/chat/claim.ts';
import type { ConversationKind } from '#events/chat/kinds.ts';
import type { ChatRef } from '#events/chat/message.ts';
import type { CaseRoom, Room } from '../rooms.ts';
import type { RowReader } from '../view.ts';
import type { ChatFile } from './item.ts';

export type ReadMark = { got: number; read: number };

export type ConversationRow = {
  kind: ConversationKind;
  caseId: string | null;
  ownerId: string;
  /** Earlier owners of its case. Absent for a conversation without a case. */
  formerOwners?: readonly FormerOwner[];
  servedBy: string;
  rooms: CaseRoom[];
  count: number;
  /** Id of the newest message. */
  last: string;
  /** ISO time of the newest message. */
  lastAt: string;
  /**
   * Position of the newest event that changed the conversation's row on screen: its last message or the patient's name.
   */
  touched: string;
  /** Ids of people who wrote, were mentioned or held the conversation, and those of them who still see it. */
  people: string[];
  present: string[];
  /**
   * People in `present` who find the conversation in their own room. A doctor's assistants find it in the doctor's
   * room.
   */
  inRooms: string[];
  waitingSince: string | null;
  claim: Claim;
  marks: Record<string, ReadMark>;
  /** Number of the newest message that mentions each person. */
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
  /** Positions, padded: of sending, and of the last change. */
  sent: string;
  changed: string;
  /** Rooms in which the message is found: its doctor's if the doctor takes part, and its service organisation's. */
  found: Room[];
};

/** Ids of the messages that answer a message. */
export type ChatAnswersRow = { answers: string[] };

/** `caseId`: the case of its conversation. */
export type ChatFileRow = { conversation: string; caseId: string | null };

export const readConversationRow = (read: RowReader, id: string) =>
  read.row<ConversationRow>('conversations', id);

/** The conversation of a message's row id. */
export const conversationOfMessageId = (id: string): string => id.slice(0, id.indexOf('/'));
export const chatMessageId = (conversation: string, message: string) => `${conversation}/${message}`;

const digits = 18;
/** A position or number as a text that sorts numerically. */
export const padNumber = (n: bigint | number): string => String(n).padStart(digits, '0');
