/** From an announcement of the read models to each listener: who it concerns, and what it looks like to them. */
import type { Viewer } from '#events/person/position.ts';
import type { RowChange, RowsMessage } from '#events/wire.ts';
import { wirePosition } from '#events/wire.ts';
import { hasNamesHidden } from '#projections/analyst-filter.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { Announcement, Change, ReadModels } from '#projections/readmodels.ts';

/** Somebody who is told: on the server a socket, in the test of the invariant a list of what was told. */
export type Listener = { data: { viewer: Viewer; hidden: boolean; watching: { caseId: string } | null } };

/** What of the read models a push asks. */
type Models = Pick<ReadModels, 'logId' | 'personRef' | 'present' | 'counts'>;

/** How a listener reads: what HTTP gives the same person with the same eye. */
export function ctxOf(
  models: Pick<Models, 'logId' | 'personRef'>,
  { data }: { data: Pick<Listener['data'], 'viewer' | 'hidden'> },
): PresentCtx {
  return {
    viewer: data.viewer,
    hidden: data.hidden || hasNamesHidden(data.viewer),
    person: models.personRef,
    logId: models.logId,
  };
}

/** Listeners by what concerns them: changes of rows, and whether a histogram of theirs moved. */
function concerned<L extends Listener>(inRoom: (room: string) => Iterable<L>, announce: Announcement) {
  const found = new Map<L, { changes: Change[]; counts: boolean }>();
  const of = (listener: L) => {
    const there = found.get(listener) ?? { changes: [], counts: false };
    found.set(listener, there);
    return there;
  };
  for (const change of announce.changes) {
    const seen = new Set<L>();
    for (const room of new Set([...change.rooms.before, ...change.rooms.after]))
      for (const listener of inRoom(room)) seen.add(listener);
    for (const listener of seen) of(listener).changes.push(change);
  }
  for (const room of announce.rooms) for (const listener of inRoom(room)) of(listener).counts = true;
  return found;
}

/**
 * Calls `send` once for each listener that an announcement concerns; those of one person with the same eye share the
 * work. Pure but for `send`: the test of the invariant runs this very function.
 * @param inRoom the listeners of a room
 */
export function push<L extends Listener>(
  inRoom: (room: string) => Iterable<L>,
  models: Models,
  announce: Announcement,
  send: (to: L, message: RowsMessage) => void,
): void {
  const rows = new Map<string, RowChange | undefined>();
  const counts = new Map<string, unknown>();
  const position = wirePosition(models.logId, announce.position);
  for (const [listener, { changes, counts: moved }] of concerned(inRoom, announce)) {
    const { viewer, hidden, watching } = listener.data;
    const ctx = ctxOf(models, listener);
    const shown = changes.flatMap(change => {
      // A whole case is large, and only its own page shows it.
      if (change.view === 'case' && watching?.caseId !== change.id) return [];
      const key = `${viewer.id} ${hidden} ${change.view} ${change.id}`;
      if (!rows.has(key)) rows.set(key, models.present(ctx, change));
      return rows.get(key) ?? [];
    });
    if (moved && !counts.has(viewer.id)) counts.set(viewer.id, models.counts(viewer));
    if (shown.length === 0 && !moved) continue;
    send(listener, { position, rows: shown, ...(moved ? { counters: counts.get(viewer.id) } : {}) });
  }
}
