/** Answers about invitations and imports of people. */
import type { Issue } from '#events/errors.ts';
import type { IssueCount } from '#events/person/import-check.ts';
import type { ImportCells } from '#events/person/import-rows.ts';
import type { Position } from '#events/person/position.ts';
import type { PersonRef } from '#projections/caseList/item.ts';

/** State of an invitation's message. */
type SendingState = 'waiting' | 'sent' | 'failed' | 'expired';

/** An open invitation. */
export type InvitationItem = {
  id: string;
  name: string;
  /** Null: the link goes to the phone. */
  email: string | null;
  phone: string | null;
  orgId: string;
  position: Position;
  serves: readonly string[];
  lang: 'en' | 'zh-CN';
  /** Time at which the invitation was last sent. */
  at: string;
  by: PersonRef;
  /** Import that invited, if any. */
  importId: string | null;
  /** How the link is sent. */
  channel: 'mail' | 'sms';
  sending: SendingState;
  /** End of the link; null before it was sent. */
  until: string | null;
};

/** People invited from a file. */
export type ImportItem = {
  id: string;
  orgId: string;
  /** Time of the import, ISO. */
  at: string;
  by: PersonRef;
  /** People invited. */
  count: number;
  /** Invited people who have created their account. */
  accepted: number;
  /** Invitations that are still open. */
  open: number;
};

type SendingCounts = Record<SendingState, number>;

/** An import with the states of its open invitations' messages. */
export type ImportWithSendings = ImportItem & { mail: SendingCounts; sms: SendingCounts };

/** A row of a file that is checked before its import. */
type ImportRowItem = {
  /** Line of the file, from 1. */
  line: number;
  cells: ImportCells;
  /** Each `path` is a column. */
  issues: Issue[];
};

/** Preview of an import of a file. Nothing is stored. */
export type ImportCheck = {
  /** All rows; of a file that is too long, the first rows with issues. */
  rows: ImportRowItem[];
  total: number;
  /** Rows with issues. An import needs none. */
  bad: number;
  /** People whose link goes by mail and by text message. */
  mail: number;
  sms: number;
  /** Kinds of issues, most frequent first. */
  counts: IssueCount[];
  /** Headings that are not read. */
  unused: string[];
  /** Issues of the whole file. A `path` is a column, or empty. */
  issues: Issue[];
};
