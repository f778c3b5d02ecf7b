/** Changes as one viewer's reads would answer them: live from an announcement, or all that were missed. */
import { type RowChange, wirePosition } from '#events/wire.ts';
import type { Change, Since } from './contract.ts';
import type { Rows } from './found.ts';
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

/** Rows of views that resume, which changed between two positions and are, or were, in the viewer's rooms. */
export function changedSince(
  { views, rows, store }: Resumed,
  ctx: PresentCtx,
  from: bigint,
  to: bigint,
): Since {
  const tooOld: Since = { tooOld: true, changes: [], position: to };
  if (from < BigInt(store.meta('removalsFrom') ?? '0')) return tooOld;
  const changed = store.rowsAfter(from, MOST_LOOKED_AT);
  const removals = store.removalsAfter(from, MOST_LOOKED_AT);
  if (changed.length === MOST_LOOKED_AT || removals.length === MOST_LOOKED_AT) return tooOld;
  const changes = new Map<string, RowChange>();
  const tell = (n: number, id: string, gone?: bigint) => {
    const view = views[n];
    const found = view && rows.find(view.name, id);
    const row = found && view.present(found, ctx, rows);
    const at = gone ?? (row === undefined ? undefined : found?.position);
    if (!view || at === undefined) return;
    const position = wirePosition(ctx.logId, at);
    changes.set(`${view.name} ${id}`, { view: view.name, id, position, row: row ?? null });
  };
  const rooms = new Set(allRooms(ctx.viewer));
  // Removals first: a row that came back is told as it is now, and so is one that left one of several rooms.
  for (const { view, id, position, rooms: lost } of removals)
    if (lost.some(room => rooms.has(room))) tell(view, id, position);
  for (const { view, id } of changed) tell(view, id);
  return changes.size > MOST_CHANGES
    ? tooOld
    : { tooOld: false, changes: [...changes.values()], position: to };
}
