/**
 * Pushes chat messages to everybody who has the conversation open. A message is encoded once. Conversation rows change
 * with each message, so the push of a busy row is throttled; a quiet row is pushed at once.
 */
import { conversationsOfCase } from '#events/chat/conversation.ts';
import type { ChatReadMarks } from '#events/wire.ts';
import { toWirePosition } from '#events/wire.ts';
import { conversationOfMessageId } from '#projections/chat/rows.ts';
import type { ReadModels, SavedRowsAnnouncement, StoredRowChange } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import { chatRoom, type SocketServer } from './sockets.ts';

/**
 * Shortest interval between two pushes of one conversation row. It doubles up to `maxRowIntervalMs` while
 * changes continue.
 */
export const minRowIntervalMs = 300;
export const maxRowIntervalMs = 2400;
/**
 * Maximum number of rows pushed at once between two ticks. Further rows wait for the tick and go in one packet per
 * page.
 */
export const maxRowsPerTick = 4;

/** Pushes the messages of an announcement to the open conversations. */
export function pushMessages(
  io: SocketServer,
  models: ReadModels,
  { changes, position }: SavedRowsAnnouncement,
): void {
  const said = new Map<string, string[]>();
  for (const { view, id } of changes) {
    if (view !== 'chatMessages') continue;
    const conversation = conversationOfMessageId(id);
    if (!io.sockets.adapter.rooms.has(chatRoom(conversation))) continue;
    said.set(conversation, [...(said.get(conversation) ?? []), id]);
  }
  const names = { person: models.personRef, logId: models.logId };
  // Only on this node, because every node reads its own rows from the log and pushes to its own pages.
  for (const [conversation, ids] of said)
    io.local.to(chatRoom(conversation)).emit('chat', {
      conversation,
      position: toWirePosition(models.logId, position),
      items: models.saidItems(names, ids),
    });
}

/** Conversations that an announcement may have hidden from a viewer. */
export function conversationsWithChangedRooms({ changes }: SavedRowsAnnouncement): Set<string> {
  const moved = changes.flatMap(({ view, id, before, after }) => {
    // Rows are immutable, so an identical array of rooms means unchanged rights.
    const rooms = (row: unknown) => (row === undefined ? undefined : (row as { rooms?: unknown }).rooms);
    if (view === 'conversations') return rooms(before) === rooms(after) ? [] : [id];
    return view === 'caseList' ? conversationsOfCase(id) : [];
  });
  return new Set(moved);
}

/** A change that waits. `since`: log position of the first unpushed change in it. */
type Held = { since: bigint; change: StoredRowChange };

/** `at`: time of the row's last push. `apart`: interval until its next push. */
type Told = { at: number; apart: number };

const toldNow = (last: Told | undefined, now: number): Told => {
  const goesOn = last !== undefined && now - last.at < 2 * last.apart;
  return { at: now, apart: goesOn ? Math.min(2 * last.apart, maxRowIntervalMs) : minRowIntervalMs };
};

const merged = (held: Held | undefined, next: StoredRowChange): Held => {
  if (!held) return { since: next.position, change: next };
  const { before, rooms } = held.change;
  // Lists each room once, because a row may change a thousand times before it is pushed.
  const concerned = {
    before: [...new Set([...rooms.before, ...next.rooms.before])],
    after: next.rooms.after,
  };
  return { since: held.since, change: { ...next, before, rooms: concerned } };
};

/**
 * Throttles conversation rows that were pushed a moment ago.
 * @param push pushes the rows of an announcement to their viewers
 */
export function createChatRowThrottle(clock: Clock, push: (announce: SavedRowsAnnouncement) => void) {
  const told = new Map<string, Told>();
  const held = new Map<string, Held>();
  let atOnce = 0;
  let last: SavedRowsAnnouncement = { position: 0n, changes: [], rooms: [] };
  /**
   * Returns the position up to which everything is pushed. It excludes waiting changes, so that a client that resumes
   * from this position receives them.
   */
  const upTo = (position: bigint) => {
    let oldest = position + 1n;
    for (const { since } of held.values()) if (since < oldest) oldest = since;
    return oldest - 1n;
  };
  const rests = (id: string, now: number) => {
    const last = told.get(id);
    // `now >= last.at` keeps a clock that was set back from blocking pushes.
    return last !== undefined && now >= last.at && now - last.at < last.apart;
  };
  return {
    /** Pushes an announcement without the rows that must wait. */
    take(announce: SavedRowsAnnouncement): void {
      last = announce;
      const now = clock.now();
      const changes = announce.changes.flatMap(change => {
        if (change.view === 'chatMessages') return [];
        if (change.view !== 'conversations') return [change];
        const next = merged(held.get(change.id), change);
        if (rests(change.id, now) || atOnce >= maxRowsPerTick) {
          held.set(change.id, next);
          return [];
        }
        atOnce += 1;
        held.delete(change.id);
        told.set(change.id, toldNow(told.get(change.id), now));
        return [next.change];
      });
      push({ ...announce, changes, position: upTo(announce.position) });
    },
    /** Pushes the waiting rows whose interval is over. */
    tell(): void {
      const now = clock.now();
      atOnce = 0;
      const due = [...held.values()].filter(({ change }) => !rests(change.id, now));
      for (const { change } of due) {
        held.delete(change.id);
        told.set(change.id, toldNow(told.get(change.id), now));
      }
      for (const [id, { at, apart }] of told) if (now - at >= 2 * apart) told.delete(id);
      if (due.length === 0) return;
      push({ position: upTo(last.position), changes: due.map(({ change }) => change), rooms: [] });
    },
  };
}

/** Pushes read marks to everybody who has the conversation open, many marks in one packet. */
export function createReadMarkPush(io: SocketServer) {
  let moved = new Map<string, Map<string, ChatReadMarks['marks'][number]>>();
  return {
    note(conversation: string, mark: ChatReadMarks['marks'][number]) {
      const marks = moved.get(conversation) ?? new Map();
      moved.set(conversation, marks.set(mark.id, mark));
    },
    tell() {
      const all = moved;
      moved = new Map();
      for (const [conversation, marks] of all)
        io.local.to(chatRoom(conversation)).emit('chat:marks', { conversation, marks: [...marks.values()] });
    },
  };
}
