/**
 * Reads of the rows as they stood at a moment, for a viewer with today's rights. A row of a case that the viewer may not
 * see today is withheld, as the case's page is. Actions are off.
 */
import type { CaseState } from '#events/case/case.ts';
import { seesCase } from '#events/case/permissions.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseListReads } from '../caseList/reads.ts';
import { caseListView } from '../caseList/row.ts';
import type { Generation, RowSource } from '../generation.ts';
import type { HistoryReads } from '../history/reads.ts';
import { historyView } from '../history/row.ts';
import type { PresentCtx } from '../present.ts';
import { createReads, createRowAccess } from '../reads.ts';
import { retainersView } from '../retainers/view.ts';
import type { FoundRow, RowReads } from '../row-access.ts';
import { productionBoardView } from '../shop/row.ts';
import type { View } from '../view.ts';
import { viewsInKeyframes } from './stored-views.ts';

/** Views whose rows are stored as of then, one or several for a case. */
const listViews: readonly View[] = [caseListView, retainersView, productionBoardView];

type PastOptions = {
  /** The rows as of the moment, of all cases. */
  then: Generation;
  /** The rows of the present. */
  now: RowReads;
  viewer: Viewer;
  log: Pick<RowSource['log'], 'read'>;
};

const present = ({ find }: RowReads, caseId: string) => find<CaseState>('case', caseId)?.row;

/** The view, with its items as of then. */
function pastView(view: View, now: RowReads): View {
  return {
    ...view,
    present: (found: FoundRow<unknown>, ctx: PresentCtx, rows: RowReads) => {
      const item = view.present(found, ctx, rows);
      const of = present(now, caseIdOf(found.row));
      return item !== undefined && of && view.past ? view.past(item, of) : item;
    },
  };
}

// The boundary: rows of these views name their case.
const caseIdOf = (row: unknown): string => (row as { caseId: string }).caseId;

/**
 * The rows as of the moment, without those of cases that the viewer may not see today. Lines of history never change,
 * so they are the present ones up to the moment.
 * @param withheld gets the ids of rows that are left out
 */
function openRows({ then, now, viewer }: PastOptions, withheld: Set<string>): RowReads {
  const rows = createRowAccess(viewsInKeyframes, () => then);
  const isOpen = (row: unknown) => {
    const of = present(now, caseIdOf(row));
    return of !== undefined && seesCase(viewer, of);
  };
  return {
    ...rows,
    find: <Row>(view: string, id: string) => {
      const found = rows.find<Row>(view, id);
      if (!found || !listViews.some(({ name }) => name === view) || isOpen(found.row)) return found;
      withheld.add(id);
      return undefined;
    },
    withPrefix: <Row>(view: string, prefix: string, how: { descending?: boolean; limit?: number } = {}) =>
      view === historyView.name
        ? now
            .withPrefix<Row>(view, prefix, { descending: how.descending })
            .filter(({ position }) => position <= then.position)
            .slice(0, how.limit)
        : rows.withPrefix<Row>(view, prefix, how),
  };
}

/** Creates the reads of one viewer. Use them in the same turn of the event loop. */
export function createPastReads(options: PastOptions) {
  const { then, now, log } = options;
  const withheld = new Set<string>();
  const { ask, counts, caseItems, feed, personRef } = createReads<
    Pick<CaseListReads, 'counts' | 'caseItems'> & Pick<HistoryReads, 'feed'>
  >({
    rows: openRows(options, withheld),
    log,
    directory: () => then.directory,
    views: [...listViews, historyView].map(view => pastView(view, now)),
  });
  return {
    ask,
    counts,
    caseItems,
    feed,
    /** People with the names of then. */
    personRef,
    /** Number of rows withheld so far. */
    withheld: () => withheld.size,
  };
}

export type PastReads = ReturnType<typeof createPastReads>;
