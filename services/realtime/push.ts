/**
 * Converts an announcement of the read models to one message for each viewer: which rows have changed, as the viewer
 * may see them.
 */
import type { Viewer } from '#events/person/position.ts';
import type { RowChange, RowsMessage } from '#events/wire.ts';
import { toWirePosition } from '#events/wire.ts';
import { hasNamesHidden } from '#projections/analyst-filter.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { ReadModels, SavedRowsAnnouncement, StoredRowChange } from '#projections/readmodels.ts';

/** Receiver of pushes: a socket on the server, a recorded list in the invariant's test. */
export type PushListener = { data: { viewer: Viewer; hidden: boolean; watching: { caseId: string } | null } };

/** The part of the read models that a push uses. */
type Models = Pick<ReadModels, 'logId' | 'personRef' | 'present' | 'counts'>;

/** Context in which a listener's rows are presented: the same as over HTTP for this person and eye. */
export function presentationContextOfListener(
  models: Pick<Models, 'logId' | 'personRef'>,
  { data }: { data: Pick<PushListener['data'], 'viewer' | 'hidden'> },
): PresentCtx {
  return {
    viewer: data.viewer,
    hidden: data.hidden || hasNamesHidden(data.viewer),
    person: models.personRef,
    logId: models.logId,
  };
}

/** Finds the listeners of an announcement, each with its changed rows and whether its counters changed. */
function concerned<L extends PushListener>(
  inRoom: (room: string) => Iterable<L>,
  announce: SavedRowsAnnouncement,
) {
  const found = new Map<L, { changes: StoredRowChange[]; counts: boolean }>();
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
 * Calls `send` once for each listener that an announcement concerns. Pages of one person with the same eye share the
 * work. Pure except for `send`, and so run by the invariant's test.
 * @param inRoom returns the listeners of a room
 */
export function pushRows<L extends PushListener>(
  inRoom: (room: string) => Iterable<L>,
  models: Models,
  announce: SavedRowsAnnouncement,
  send: (to: L, message: RowsMessage) => void,
): void {
  const rows = new Map<string, RowChange | undefined>();
  const counts = new Map<string, unknown>();
  const position = toWirePosition(models.logId, announce.position);
  for (const [listener, { changes, counts: moved }] of concerned(inRoom, announce)) {
    const { viewer, hidden, watching } = listener.data;
    const ctx = presentationContextOfListener(models, listener);
    const shown = changes.flatMap(change => {
      // A whole case is large: only a page that has it open receives it.
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
