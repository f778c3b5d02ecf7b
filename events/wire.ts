/** What crosses the socket, and the wire form of a position. */

import type { NewMessage } from './chat/message.ts';
import type { Issue } from './errors.ts';
import type { ReviewHere } from './plan/live-review.ts';

/** `<log id's first 8>-<decimal>`: opaque to clients, but a position of another log is told apart. */
export type WirePosition = string;

export const wirePosition = (logId: string, position: bigint): WirePosition =>
  `${logId.slice(0, 8)}-${position}`;

/** The position in a wire form; undefined where it is malformed or of another log. */
export function readPosition(logId: string, wire: string): bigint | undefined {
  const [log, digits, more] = wire.split('-');
  if (log !== logId.slice(0, 8) || more !== undefined || !/^\d{1,18}$/.test(digits ?? '')) return undefined;
  return BigInt(digits ?? '0');
}

/** A row as this viewer's reads would answer it now; `row: null` is its removal from what the viewer sees. */
export type RowChange = { view: string; id: string; position: WirePosition; row: unknown };

/** Live counters of the viewer, as GET /api/workbench and the filters of GET /api/cases answer them. */
export type RowsMessage = { position: WirePosition; rows: RowChange[]; counters?: unknown };

export type PresenceMessage = {
  caseId: string;
  people: { id: string; name: string; position: string; since: string }[];
};

/** Where another person stands in a review; null: no longer there. */
type ReviewMessage = {
  caseId: string;
  person: { id: string; name: string; position: string };
  here: ReviewHere | null;
};

type Named = { id: string; name: string; position: string };

/** What was said or amended, in the order of the log. `items`: messages as GET …/messages answers them. */
export type ChatMessages<Item = unknown> = { conversation: string; position: WirePosition; items: Item[] };

/** How far people have come in a conversation, by numbers of messages. */
export type ChatMarks = { conversation: string; marks: { id: string; got: number; read: number }[] };

/** Who of a conversation's people is there; `here`: has it open. */
export type ChatHere = { conversation: string; people: (Named & { here: boolean })[] };

/**
 * What was missed since a position; `items` is null where that is too much: read the history anew. Refused where it is
 * none of this person's; `full`: where the page has too many open, and may ask again once it has left one.
 */
export type ChatOpened<Item = unknown> =
  | { ok: true; position: WirePosition; items: Item[] | null; here: ChatHere['people'] }
  | { ok: false; full?: true };

/** A message is stored; or why it is not, by the catalogue's code. `retryAfter` in seconds. */
export type ChatSent =
  | { ok: true; id: string; seq: number; position: WirePosition }
  | { ok: false; code: number; issues: Issue[]; retryAfter?: number };

export type ServerToClient = {
  chat: (message: ChatMessages) => void;
  'chat:marks': (message: ChatMarks) => void;
  'chat:here': (message: ChatHere) => void;
  'chat:typing': (message: { conversation: string; person: Named }) => void;
  /** The conversation is none of this person's any longer. */
  'chat:gone': (message: { conversation: string }) => void;
  rows: (message: RowsMessage) => void;
  presence: (message: PresenceMessage) => void;
  review: (message: ReviewMessage) => void;
  /** Read everything anew: the position is too old, or the viewer's rights changed. */
  reset: (message: { reason: 'old' | 'rights' | 'foreign' }) => void;
  /** This server goes away: come back at a time of your own within so long. The answer says that it was heard. */
  moved: (message: { withinMs: number }, heard: () => void) => void;
  /** The session is over. */
  ended: (message: { code: number }) => void;
};

export type ClientToServer = {
  resume: (message: { position: WirePosition }, done: (answer: { ok: boolean }) => void) => void;
  'case:watch': (
    message: { caseId: string | null; doing?: 'viewing' | 'editing'; what?: string },
    done?: (answer: { ok: boolean }) => void,
  ) => void;
  /** Where this page stands in a review of the case that it has open; null: no longer in it. */
  'review:here': (message: ReviewHere | null) => void;
  /** Hears what is said from now on, and gets what was missed since `after`. */
  'chat:open': (
    message: { conversation: string; after?: WirePosition },
    done: (answer: ChatOpened) => void,
  ) => void;
  'chat:leave': (message: { conversation: string }) => void;
  'chat:send': (message: { conversation: string } & NewMessage, done: (answer: ChatSent) => void) => void;
  'chat:typing': (message: { conversation: string }) => void;
  /** How far everything has come here, and has been read: numbers of messages. */
  'chat:read': (message: { conversation: string; got: number; read: number }) => void;
  /** The eye is this socket's: rows are presented as it says. */
  eye: (message: { hidden: boolean }) => void;
};
