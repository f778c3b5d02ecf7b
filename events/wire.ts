/** Messages of the socket, and log positions on the wire. */

import type { NewMessage } from './chat/message.ts';
import type { Issue } from './errors.ts';
import type { ReviewerView } from './plan/live-review.ts';

/** Log position `<first 8 characters of the log id>-<decimal>`. Opaque to clients. The id detects positions of another log. */
export type WirePosition = string;

export const toWirePosition = (logId: string, position: bigint): WirePosition =>
  `${logId.slice(0, 8)}-${position}`;

/** Parses a wire position; undefined if it is malformed or of another log. */
export function parseWirePosition(logId: string, wire: string): bigint | undefined {
  const [log, digits, more] = wire.split('-');
  if (log !== logId.slice(0, 8) || more !== undefined || !/^\d{1,18}$/.test(digits ?? '')) return undefined;
  return BigInt(digits ?? '0');
}

/** A changed row as presented to this viewer. `row: null`: the viewer no longer sees the row. */
export type RowChange = { view: string; id: string; position: WirePosition; row: unknown };

/** Changed rows. `counters`: the viewer's live counters, as in GET /api/workbench and GET /api/cases. */
export type RowsMessage = { position: WirePosition; rows: RowChange[]; counters?: unknown };

export type PresenceMessage = {
  caseId: string;
  people: { id: string; name: string; position: string; since: string }[];
};

/** Another person's view in a live review; null if that person left. */
type ReviewMessage = {
  caseId: string;
  person: { id: string; name: string; position: string };
  here: ReviewerView | null;
};

type Named = { id: string; name: string; position: string };

/** New and amended messages in the order of the log. `items` are in the format of GET …/messages. */
export type ChatMessages<Item = unknown> = { conversation: string; position: WirePosition; items: Item[] };

/** Read marks of a conversation: numbers of the last message received (`got`) and read, for each person. */
export type ChatReadMarks = { conversation: string; marks: { id: string; got: number; read: number }[] };

/** Online participants of a conversation. `here`: has the conversation open. */
export type ChatPresence = { conversation: string; people: (Named & { here: boolean })[] };

/**
 * Answer to opening a conversation: the messages since a position. `items` is null if these are too many; the page then
 * reloads the history. Refused for other people's conversations. `full`: the page has too many open conversations and
 * may retry after it has left one.
 */
export type ChatOpenAnswer<Item = unknown> =
  | { ok: true; position: WirePosition; items: Item[] | null; here: ChatPresence['people'] }
  | { ok: false; full?: true };

/** Answer to sending a message: stored, or the error code of the refusal. `retryAfter` is in seconds. */
export type ChatSendAnswer =
  | { ok: true; id: string; seq: number; position: WirePosition }
  | { ok: false; code: number; issues: Issue[]; retryAfter?: number };

export type ServerToClient = {
  chat: (message: ChatMessages) => void;
  'chat:marks': (message: ChatReadMarks) => void;
  'chat:here': (message: ChatPresence) => void;
  'chat:typing': (message: { conversation: string; person: Named }) => void;
  /** The viewer lost access to the conversation. */
  'chat:gone': (message: { conversation: string }) => void;
  rows: (message: RowsMessage) => void;
  presence: (message: PresenceMessage) => void;
  review: (message: ReviewMessage) => void;
  /** The page must reload all rows: its position is too old or of another log, or the viewer's rights changed. */
  reset: (message: { reason: 'old' | 'rights' | 'foreign' }) => void;
  /** The server shuts down. The page reconnects at a random time within `withinMs`, and acknowledges with `heard`. */
  moved: (message: { withinMs: number }, heard: () => void) => void;
  /** The session has ended. */
  ended: (message: { code: number }) => void;
};

export type ClientToServer = {
  resume: (message: { position: WirePosition }, done: (answer: { ok: boolean }) => void) => void;
  'case:watch': (
    message: { caseId: string | null; doing?: 'viewing' | 'editing'; what?: string },
    done?: (answer: { ok: boolean }) => void,
  ) => void;
  /** The page's view in the live review of its open case; null after it left. */
  'review:here': (message: ReviewerView | null) => void;
  /** Subscribes to a conversation, and returns the messages since `after`. */
  'chat:open': (
    message: { conversation: string; after?: WirePosition },
    done: (answer: ChatOpenAnswer) => void,
  ) => void;
  'chat:leave': (message: { conversation: string }) => void;
  'chat:send': (
    message: { conversation: string } & NewMessage,
    done: (answer: ChatSendAnswer) => void,
  ) => void;
  'chat:typing': (message: { conversation: string }) => void;
  /** Reports the numbers of the last message received (`got`) and read. */
  'chat:read': (message: { conversation: string; got: number; read: number }) => void;
  /** Sets the privacy eye of this socket. Rows are masked accordingly. */
  eye: (message: { hidden: boolean }) => void;
};
