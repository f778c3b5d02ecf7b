/** Reads of the current rows: presented for viewers, and unpresented for `perform`. */
import type { StoredRowChange } from './contract.ts';
import type { Generation, RowSource } from './generation.ts';
import type { PresentCtx } from './present.ts';
import { presentRowChange } from './resume.ts';
import { isDefined, type RowReads, type ViewRowReads } from './row-access.ts';
import type { View } from './view.ts';
import { type ViewAnswer, type ViewPath, type ViewQueryParams, type ViewReads, views } from './views.ts';

/**
 * Creates the access to the current rows.
 * @param now the current generation; called for each read, because a rebuild replaces it
 */
export function createRowAccess(
  views: readonly View[],
  now: () => Pick<Generation, 'folder' | 'store'>,
): RowReads {
  const numbers = new Map(views.map((view, n) => [view.name, n]));
  /** Indexes waiting words before a search, so that they are found. */
  const searched = (byWords: boolean) => {
    const generation = now();
    if (byWords) generation.folder.indexWords();
    return generation;
  };
  const find = <Row>(view: string, id: string) => {
    const entry = now().folder.entry(view, id);
    return entry && { id, row: entry.row as Row, position: entry.position };
  };
  return {
    find,
    at: <Row>(view: string, position: bigint) =>
      now()
        .store.idsAt(numbers.get(view) ?? -1, position)
        .map(id => find<Row>(view, id))
        .filter(isDefined),
    withPrefix: <Row>(view: string, prefix: string, how?: { descending?: boolean; limit?: number }) =>
      now()
        .store.withPrefix(numbers.get(view) ?? -1, prefix, how)
        // The boundary: stored JSON becomes a row, which only a fold has written.
        .map(({ id, json, position }) => ({ id, row: JSON.parse(json) as Row, position })),
    pageOfIds: query => searched(query.keyword !== undefined).store.pageOfIds(query),
    newestOf: query => searched(true).store.newestOf(query),
    groupsFound: query => searched(true).store.groupsFound(query),
    idsAfter: (...asked) => now().store.idsAfter(...asked),
    idsBetween: query => now().store.idsBetween(query),
    histogram: (list, room) => now().store.histogram(list, room),
  };
}

/** A row as this viewer gets it at present. */
function itemOf(view: View, rows: RowReads, ctx: PresentCtx, id: string): unknown {
  const found = rows.find(view.name, id);
  return found && view.present(found, ctx, rows);
}

function ownOf(view: View, { rows, log }: Pick<ReadsOptions, 'rows' | 'log'>): ViewRowReads<unknown> {
  return {
    ...rows,
    item: (ctx, id) => itemOf(view, rows, ctx, id),
    items: (ctx, ids) => ids.map(id => itemOf(view, rows, ctx, id)).filter(isDefined),
    events: stream => log.read(stream),
  };
}

export type ReadsOptions = {
  rows: RowReads;
  log: Pick<RowSource['log'], 'read'>;
  /** The directory that goes with the rows. */
  directory: () => Generation['directory'];
  /** Default: all views. */
  views?: readonly View[];
};

/** Creates the reads of the views, with the directory. @typeParam Reads type of the views' reads */
export function createReads<Reads = ViewReads>(options: ReadsOptions) {
  const { rows, directory } = options;
  const all: readonly View[] = options.views ?? views;
  const byName = new Map(all.map(view => [view.name, view]));
  const personRef: PresentCtx['person'] = (id, _at, caseId) => {
    const person = directory().people.get(id);
    // An unknown id (the system, an erased person) is shown as itself. It gets the position with the fewest rights.
    const collaborates = person?.collaborations.some(one => one.caseId === caseId);
    return {
      ...{ id, name: person?.name ?? id, position: person?.position ?? 'Analyst' },
      ...(collaborates && { collaborates }),
    };
  };
  const reads = all.map(view => view.reads?.(ownOf(view, options)));
  const asks = new Map(
    all.flatMap(view => (view.asks ? [[view.asks.path, { ...view.asks, own: ownOf(view, options) }]] : [])),
  );
  return {
    ask: <P extends ViewPath>(
      path: P,
      asked: { ctx: PresentCtx; query: ViewQueryParams<P>; now: number },
    ) => {
      const ask = asks.get(path);
      if (!ask) throw new Error(`no view is asked at ${path}`);
      // The boundary: the answer has the type that the view declares for the path.
      return ask.answer({ ...asked, own: ask.own }) as ViewAnswer<P>;
    },
    // The boundary: the type combines the types of the reads as this combines their values.
    ...(Object.assign({}, ...reads) as Reads),
    item: (ctx: PresentCtx, name: string, id: string): unknown => {
      const view = byName.get(name);
      return view && itemOf(view, rows, ctx, id);
    },
    present: (ctx: PresentCtx, change: StoredRowChange) => {
      const view = byName.get(change.view);
      return view && presentRowChange(view, change, ctx, rows);
    },
    personRef,
    directory,
  };
}
