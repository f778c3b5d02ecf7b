/** An event of a case as shown in its history and in the feed. */
import type { Reason } from '#events/case/reasons.ts';
import type { Status } from '#events/case/status.ts';
import type { CaseEventType } from '#events/case/stream.ts';
import type { Json } from '#events/envelope.ts';
import type { PersonRef } from '../caseList/item.ts';

export type HistoryItem = {
  /** `<case id>:<revision>`. */
  id: string;
  caseId: string;
  revision: number;
  /** Wire position, as `asOf` takes it. */
  position: string;
  type: CaseEventType;
  at: string;
  by: PersonRef;
  /** The status that the event reached; null if the status did not change. */
  to: Status | null;
  /** Dictionary key of that status for this viewer. */
  statusWord: string | null;
  /** The person's note, if this viewer may read it. */
  note: string | null;
  /** Keyed reasons given with the note, for the viewers of the note; may be empty. */
  reasons: readonly Reason[];
  /** Values for the line's text (`version`, `batch`, `section`, `assignee`, …), with people's names joined. */
  facts: Record<string, Json>;
  /** For the feed. Masked while names are hidden. */
  patientName: string;
};
