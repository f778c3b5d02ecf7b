/** One event of a case as its history and the feed show it. */
import type { Status } from '#events/case/status.ts';
import type { CaseEventType } from '#events/case/stream.ts';
import type { Json } from '#events/envelope.ts';
import type { PersonRef } from '../caseList/item.ts';

export type HistoryItem = {
  /** `<case id>:<revision>`. */
  id: string;
  caseId: string;
  revision: number;
  /** Wire position: `asOf` takes it. */
  position: string;
  type: CaseEventType;
  at: string;
  by: PersonRef;
  /** The status that it reached; null where it moved none. */
  to: Status | null;
  /** Dictionary key of that status for this viewer. */
  statusWord: string | null;
  /** A personal note, where this viewer may read it. */
  note: string | null;
  /** What the line's words need (`version`, `batch`, `section`, `assignee`, …): ids are joined to names. */
  facts: Record<string, Json>;
  /** For the feed; masked where the eye is hidden. */
  patientName: string;
};
