/** From an announcement of the read models to each socket: who it concerns, and what it looks like to them. */
import type { RowChange, RowsMessage } from '#events/wire.ts';
import { wirePosition } from '#events/wire.ts';
import type { PresentCtx } from '#projections/present.ts';
import type { Announce, Change, ReadModels } from '#projections/readmodels.ts';
import { type Io, type LiveSocket, socketsIn } from './sockets.ts';

/** How a socket's viewer reads: what HTTP gives the same person with the same eye. */
export function ctxOf(models: ReadModels, socket: LiveSocket): PresentCtx {
  const { viewer, hidden } = socket.data;
  return { viewer, hidden, person: models.personRef, logId: models.logId };
}

/** Sockets by what concerns them: changes of rows, and whether a histogram of theirs moved. */
function concerned(io: Io, announce: Announce): Map<LiveSocket, { changes: Change[]; counts: boolean }> {
  const found = new Map<LiveSocket, { changes: Change[]; counts: boolean }>();
  const of = (socket: LiveSocket) => {
    const there = found.get(socket) ?? { changes: [], counts: false };
    found.set(socket, there);
    return there;
  };
  for (const change of announce.changes) {
    const seen = new Set<LiveSocket>();
    for (const room of [...change.rooms.before, ...change.rooms.after])
      for (const socket of socketsIn(io, room)) seen.add(socket);
    for (const socket of seen) of(socket).changes.push(change);
  }
  for (const room of announce.rooms) for (const socket of socketsIn(io, room)) of(socket).counts = true;
  return found;
}

/** Calls `send` once for each socket that an announcement concerns; viewers with the same eye share the work. */
export function push(
  io: Io,
  models: ReadModels,
  announce: Announce,
  send: (socket: LiveSocket, message: RowsMessage) => void,
): void {
  const rows = new Map<string, RowChange | undefined>();
  const counts = new Map<string, unknown>();
  const position = wirePosition(models.logId, announce.position);
  for (const [socket, { changes, counts: moved }] of concerned(io, announce)) {
    const { viewer, hidden } = socket.data;
    const ctx = ctxOf(models, socket);
    const shown = changes.flatMap(change => {
      const key = `${viewer.id} ${hidden} ${change.view} ${change.id}`;
      if (!rows.has(key)) rows.set(key, models.present(ctx, change));
      return rows.get(key) ?? [];
    });
    if (moved && !counts.has(viewer.id)) counts.set(viewer.id, models.counts(viewer));
    if (shown.length === 0 && !moved) continue;
    send(socket, { position, rows: shown, ...(moved ? { counters: counts.get(viewer.id) } : {}) });
  }
}
