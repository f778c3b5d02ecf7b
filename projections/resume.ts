/** Changes as one viewer's reads would answer them: live from an announcement, or all that were missed. */
import { type RowChange, wirePosition } from '#events/wire.ts';
import type { Change, Since } from './contract.ts';
import type { Rows } from './found.ts';
import { sightsOf } from './indexing.ts';
import { rightsAt } from './people/names.ts';
import type { PresentCtx } from './present.ts';
import { allRooms } from './rooms.ts';
import type { RowStore } from './store.ts';
import type { View } from './view.ts';

/** Rows that a client may be told of at once, and rows that are looked at to find them. */
const MOST_CHANGES = 500;
const MOST_LOOKED_AT = 20_000;

/** A change as this viewer's reads answer it now: the row, its removal, or undefined where it is none of theirs. */
export function presentChange(
  view: View,
  change: Change,
  ctx: PresentCtx,
  rows: Rows,
): RowChange | undefined {
  const { id, position, before, after } = change;
  const where = { view: view.name, id, position: wirePosition(ctx.logId, position) };
  const shown = (row: unknown) =>
    row === undefined ? undefined : view.present({ id, row, position }, ctx, rows);
  const row = shown(after);
  if (row !== undefined) return { ...where, row };
  return shown(before) === undefined ? undefined : { ...where, row: null };
}

/** The rows that answer now: `views` in the order of the store's numbers. */
export type Resumed = { views: readonly View[]; rows: Rows; store: RowStore };

type Moved = { n: number; id: string; position: bigint };
/** Rows that changed between two positions, by the rooms in which they were found when they were looked at. */
type Looked = { from: bigint; to: bigint; rows: number; byRoom: Map<string, Moved[]> };

/** A thousand pages come back at once after a restart, from about the same position: each looks only at what is new. */
const lookedAt = new WeakMap<RowStore, Looked>();
/** The position from which on, as from any before it, more changed than is looked at: nobody looks at that again. */
const tooMuch = new WeakMap<RowStore, bigint>();

/** undefined where more changed than is looked at. */
function changedByRoom({ views, rows, store }: Resumed, from: bigint, to: bigint): Looked | undefined {
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

/** Rows of views that resume, which changed between two positions and are, or were, in the viewer's rooms. */
export function changedSince(resumed: Resumed, ctx: PresentCtx, from: bigint, to: bigint): Since {
  const { views, rows, store } = resumed;
  const tooOld: Since = { tooOld: true, changes: [], position: to };
  if (from < BigInt(store.meta('removalsFrom') ?? '0')) return tooOld;
  // Rows that left the viewer's sight with a right are in none of the rooms of now.
  if (from < rightsAt(rows, ctx.viewer.id)) return tooOld;
  const changed = changedByRoom(resumed, from, to);
  if (!changed) return tooOld;
  const removals = store.removalsAfter(from, MOST_LOOKED_AT);
  if (removals.length === MOST_LOOKED_AT) return tooOld;
  const changes = new Map<string, RowChange>();
  const mine = new Set(allRooms(ctx.viewer));
  const tell = (n: number, id: string, gone?: bigint) => {
    const view = views[n];
    const found = view && rows.find(view.name, id);
    // What may be read by its id and stands in none of the viewer's lists is told live to nobody, nor here.
    const listed = found && sightsOf(view, found.row).some(sight => mine.has(sight.room));
    const row = listed ? view.present(found, ctx, rows) : undefined;
    const at = gone ?? (row === undefined ? undefined : found?.position);
    if (!view || at === undefined) return;
    const position = wirePosition(ctx.logId, at);
    changes.set(`${view.name} ${id}`, { view: view.name, id, position, row: row ?? null });
  };
  // Removals first: a row that came back is told as it is now, and so is one that left one of several rooms.
  for (const { view, id, position, rooms: lost } of removals)
    if (lost.some(room => mine.has(room))) tell(view, id, position);
  const moved = [...mine].flatMap(room => changed.byRoom.get(room) ?? []);
  moved.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
  for (const { n, id, position } of moved) if (position > from) tell(n, id);
  return changes.size > MOST_CHANGES
    ? tooOld
    : { tooOld: false, changes: [...changes.values()], position: to };
}
