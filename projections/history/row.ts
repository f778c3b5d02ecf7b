/** The rows `history`: one for each event of a case. */

import type { Reason } from '#events/case/reasons.ts';
import type { Status } from '#events/case/status.ts';
import { type CaseEventType, caseIdOfEvent, caseStreamPrefix } from '#events/case/stream.ts';
import { recordOf } from '#events/streams.ts';
import { caseRooms, readCaseRow } from '../case/row.ts';
import type { FoldedView } from '../view.ts';
import { type Facts, historyLineFactsOf, noteOfEvent, reasonsOfEvent } from './facts.ts';
import type { HistoryItem } from './item.ts';
import { presentHistory } from './present.ts';
import { createHistoryReads } from './reads.ts';

export type HistoryRow = {
  caseId: string;
  revision: number;
  type: CaseEventType;
  at: string;
  by: string;
  to: Status | null;
  note: string | null;
  reasons: readonly Reason[];
  facts: Facts;
};

/** Revisions are padded so that ids sort in the order of events. */
const historyId = (caseId: string, revision: number) => `${caseId}:${String(revision).padStart(6, '0')}`;

/** Folds before the row `case`, so that it reads the case as before the event. */
export const historyView = {
  name: 'history',
  version: 2,
  keep: 0,
  fresh: () => true,
  once: true,
  follows: [caseStreamPrefix],
  keys: event => [historyId(caseIdOfEvent(event), event.revision)],
  fold: (_row, event, read) => {
    const e = recordOf('case', event);
    const caseId = caseIdOfEvent(event);
    return {
      caseId,
      revision: event.revision,
      type: e.type,
      at: event.at,
      by: event.by,
      to: 'to' in e.data ? e.data.to : null,
      note: noteOfEvent(e),
      reasons: reasonsOfEvent(e),
      facts: historyLineFactsOf(e, readCaseRow(read, caseId)),
    };
  },
  rooms: (row, read) => {
    const state = readCaseRow(read, row.caseId);
    return state ? caseRooms(state) : [];
  },
  present: presentHistory,
  reads: createHistoryReads,
} satisfies FoldedView<HistoryRow, HistoryItem>;
