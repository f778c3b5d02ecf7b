/** What crosses the socket, and the wire form of a position. */

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
export type ReviewMessage = {
  caseId: string;
  person: { id: string; name: string; position: string };
  here: ReviewHere | null;
};

export type ServerToClient = {
  rows: (message: RowsMessage) => void;
  presence: (message: PresenceMessage) => void;
  review: (message: ReviewMessage) => void;
  /** Read everything anew: the position is too old, or the viewer's rights changed. */
  reset: (message: { reason: 'old' | 'rights' | 'foreign' }) => void;
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
  /** The eye is this socket's: rows are presented as it says. */
  eye: (message: { hidden: boolean }) => void;
};
