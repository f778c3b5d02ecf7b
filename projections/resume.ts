/** Presents changes to a viewer: live from an announcement, or all changes since a position. */
import { type RowChange, toWirePosition } from '#events/wire.ts';
import type { ChangesSince, StoredRowChange } from './contract.ts';
import { sightsOf } from './indexing.ts';
import { positionOfRightsChange } from './people/names.ts';
import { personNow } from './people/row.ts';
import type { PresentCtx } from './present.ts';
import { joinedRoomsOf } from './rooms.ts';
import type { RowReads } from './row-access.ts';
import type { RowStore } from './store.ts';
import type { View } from './view.ts';

/** Most rows that one client resumes with, and most rows scanned to find them. */
const MOST_CHANGES = 500;
const MOST_LOOKED_AT = 20_000;

/** Presents a row's change to the viewer: the row, its removal, or undefined if the viewer saw neither version. */
export function presentRowChange(
  view: View,
  change: StoredRowChange,
  ctx: PresentCtx,
  rows: RowReads,
): RowChange | undefined {
  const { id, position, before, after } = change;
  const where = { view: view.name, id, position: toWirePosition(ctx.logId, position) };
  const shown = (row: unknown) =>
    row === undefined ? undefined : view.present({ id, row, position }, ctx, rows);
  const row = shown(after);
  if (row !== undefined) return { ...where, row };
  return shown(before) === undefined ? undefined : { ...where, row: null };
}

/** The current rows. `views` is in the order of the store's view numbers. */
export type ResumeSource = { views: readonly View[]; rows: RowReads; store: RowStore };

type Moved = { n: number; id: string; position: bigint };
/** Changed rows between two positions, by their rooms at the time of the scan. */
type Looked = { from: bigint; to: bigint; rows: number; byRoom: Map<string, Moved[]> };

/** After a restart a thousand clients resume from about the same position, so scans are cached and extended. */
const lookedAt = new WeakMap<RowStore, Looked>();
/** A position since which too many rows changed. Clients at it or before it need no scan. */
const tooMuch = new WeakMap<RowStore, bigint>();

/** Returns the rows that changed between two positions; undefined if there are too many. */
function changedByRoom({ views, rows, store }: ResumeSource, from: bigint, to: bigint): Looked | undefined {
  if (from <= (tooMuch.get(store) ?? -1n)) return undefined;
  const last = lookedAt.get(store);
  const isOf = last && last.from <= from && last.rows < MOST_LOOKED_AT;
  const known: Looked = isOf ? last : { from, to: from, rows: 0, byRoom: new Map() };
  if (known.to === to) return known;
  const { byRoom } = known;
  const changed = store.rowsAfter(known.to, MOST_LOOKED_AT);
  if (changed.length === MOST_LOOKED_AT) {
    tooMuch.set(store, known.to);
    return undefined;
  }
  for (const { view: n, id, position } of changed) {
    const view = views[n];
    const row = view && rows.find(view.name, id)?.row;
    const found = view ? sightsOf(view, row).map(sight => sight.room) : [];
    for (const room of new Set(found)) {
      const there = byRoom.get(room);
      if (there) there.push({ n, id, position });
      else byRoom.set(room, [{ n, id, position }]);
    }
  }
  known.to = to;
  known.rows += changed.length;
  lookedAt.set(store, known);
  return known;
}

/** Changed rows since a position that are or were in the viewer's rooms, of views that resume. */
export function changesSince(resumed: ResumeSource, ctx: PresentCtx, from: bigint, to: bigint): ChangesSince {
  const { views, rows, store } = resumed;
  const tooOld: ChangesSince = { tooOld: true, changes: [], position: to };
  if (from < BigInt(store.meta('removalsFrom') ?? '0')) return tooOld;
  // A viewer who lost a right lost sight of rows without a removal, so the viewer reads again.
  if (from < positionOfRightsChange(rows, ctx.viewer.id)) return tooOld;
  // Covers and collaborations begin and end by the clock, which leaves no position in the log.
  const person = personNow(rows, ctx.viewer.id);
  if (person && person.covers.length + person.collaborations.length > 0) return tooOld;
  const changed = changedByRoom(resumed, from, to);
  if (!changed) return tooOld;
  const removals = store.removalsAfter(from, MOST_LOOKED_AT);
  if (removals.length === MOST_LOOKED_AT) return tooOld;
  const changes = new Map<string, RowChange>();
  const mine = new Set<string>(joinedRoomsOf(ctx.viewer));
  const tell = (n: number, id: string, gone?: bigint) => {
    const view = views[n];
    const found = view && rows.find(view.name, id);
    // A row outside the viewer's lists is not pushed live, so it is not resumed either, even if readable by id.
    const listed = found && sightsOf(view, found.row).some(sight => mine.has(sight.room));
    const row = listed ? view.present(found, ctx, rows) : undefined;
    const at = gone ?? (row === undefined ? undefined : found?.position);
    if (!view || at === undefined) return;
    const position = toWirePosition(ctx.logId, at);
    changes.set(`${view.name} ${id}`, { view: view.name, id, position, row: row ?? null });
  };
  // Adds removals first, so that a row that came back, or left only one of several rooms, replaces its removal.
  for (const { view, id, position, rooms: lost } of removals)
    if (lost.some(room => mine.has(room))) tell(view, id, position);
  const moved = [...mine].flatMap(room => changed.byRoom.get(room) ?? []);
  moved.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
  for (const { n, id, position } of moved) if (position > from) tell(n, id);
  return changes.size > MOST_CHANGES
    ? tooOld
    : { tooOld: false, changes: [...changes.values()], position: to };
}
