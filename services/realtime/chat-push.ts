/**
 * What is said goes to all who have the conversation open in one packet, written once. Rows of conversations, which
 * change with each message, are told at once where they rested, and otherwise some at a time.
 */
import { conversationsOfCase } from '#events/chat/conversation.ts';
import type { ChatMarks } from '#events/wire.ts';
import { wirePosition } from '#events/wire.ts';
import { conversationOfMessageId } from '#projections/chat/rows.ts';
import type { Announcement, Change, ReadModels } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import { chatRoom, type Io } from './sockets.ts';

/** How far apart the row of one conversation is told; twice as far each time while it goes on, up to the most. */
export const rowsApartMs = 300;
export const mostApartMs = 2400;
/** Rows that are told at once between two ticks; others come with the tick, one packet for each page. */
export const mostAtOnce = 4;

/** The messages of an announcement, by conversation. */
export function tellSaid(io: Io, models: ReadModels, { changes, position }: Announcement): void {
  const said = new Map<string, string[]>();
  for (const { view, id } of changes) {
    if (view !== 'chatMessages') continue;
    const conversation = conversationOfMessageId(id);
    if (!io.sockets.adapter.rooms.has(chatRoom(conversation))) continue;
    said.set(conversation, [...(said.get(conversation) ?? []), id]);
  }
  const names = { person: models.personRef, logId: models.logId };
  // Every node has its own rows from the log, and tells its own pages.
  for (const [conversation, ids] of said)
    io.local.to(chatRoom(conversation)).emit('chat', {
      conversation,
      position: wirePosition(models.logId, position),
      items: models.saidItems(names, ids),
    });
}

/** Conversations that an announcement may have taken from somebody. */
export function chatsMoved({ changes }: Announcement): Set<string> {
  const moved = changes.flatMap(({ view, id, before, after }) => {
    // Rows never change in place: the same list of rooms is the same right.
    const rooms = (row: unknown) => (row === undefined ? undefined : (row as { rooms?: unknown }).rooms);
    if (view === 'conversations') return rooms(before) === rooms(after) ? [] : [id];
    return view === 'caseList' ? conversationsOfCase(id) : [];
  });
  return new Set(moved);
}

/** `since`: position of the first change in it that was told to nobody. */
type Held = { since: bigint; change: Change };

/** When a row was told last, and how far from then it is told again. */
type Told = { at: number; apart: number };

const toldNow = (last: Told | undefined, now: number): Told => {
  const goesOn = last !== undefined && now - last.at < 2 * last.apart;
  return { at: now, apart: goesOn ? Math.min(2 * last.apart, mostApartMs) : rowsApartMs };
};

const merged = (held: Held | undefined, next: Change): Held => {
  if (!held) return { since: next.position, change: next };
  const { before, rooms } = held.change;
  // Each room once: a row may change a thousand times before it is told.
  const concerned = {
    before: [...new Set([...rooms.before, ...next.rooms.before])],
    after: next.rooms.after,
  };
  return { since: held.since, change: { ...next, before, rooms: concerned } };
};

/**
 * Holds back rows of conversations that were told a moment ago.
 * @param push tells rows of an announcement to whom they concern
 */
export function createChatRows(clock: Clock, push: (announce: Announcement) => void) {
  const told = new Map<string, Told>();
  const held = new Map<string, Held>();
  let atOnce = 0;
  let last: Announcement = { position: 0n, changes: [], rooms: [] };
  /** Nothing that is held back may be taken for told: whoever resumes from what was said last gets it then. */
  const upTo = (position: bigint) => {
    let oldest = position + 1n;
    for (const { since } of held.values()) if (since < oldest) oldest = since;
    return oldest - 1n;
  };
  const rests = (id: string, now: number) => {
    const last = told.get(id);
    // A clock that was set back keeps nobody waiting.
    return last !== undefined && now >= last.at && now - last.at < last.apart;
  };
  return {
    /** The announcement with those rows that are told now. */
    take(announce: Announcement): void {
      last = announce;
      const now = clock.now();
      const changes = announce.changes.flatMap(change => {
        if (change.view === 'chatMessages') return [];
        if (change.view !== 'conversations') return [change];
        const next = merged(held.get(change.id), change);
        if (rests(change.id, now) || atOnce >= mostAtOnce) {
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
    /** Tells what was held back long enough. */
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

/** How far people have come, told to those who have the conversation open, many marks at a time. */
export function createMarksPush(io: Io) {
  let moved = new Map<string, Map<string, ChatMarks['marks'][number]>>();
  return {
    note(conversation: string, mark: ChatMarks['marks'][number]) {
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
