/** What a socket may be told changes with its person: rooms are left first, then everything is read anew. */
import { Refusal } from '#events/errors.ts';
import { type Person, viewerOf } from '#events/person/directory.ts';
import type { Viewer } from '#events/person/position.ts';
import type { PeopleRow } from '#projections/people/row.ts';
import type { Announcement, ReadModels } from '#projections/readmodels.ts';
import { type ChatDeps, leaveLost } from './chat.ts';
import { unwatch } from './presence.ts';
import { ctxOf } from './push.ts';
import type { ReviewDeps } from './review.ts';
import {
  caseRoom,
  chatRoom,
  end,
  type Io,
  type LiveSocket,
  personRoom,
  sessionRoom,
  socketsIn,
} from './sockets.ts';

const same = (a: Viewer, b: Viewer) => JSON.stringify(a) === JSON.stringify(b);

/** The rooms of a socket's viewer, and of its session. */
export function joinRooms(models: ReadModels, socket: LiveSocket): void {
  const { viewer, sessionId } = socket.data;
  void socket.join([...models.roomsOf(viewer), personRoom(viewer.id), sessionRoom(sessionId)]);
}

export type RightsDeps = ReviewDeps & Pick<ChatDeps, 'turned'>;

/** Gives a socket the rights that its person has now. Nothing happens where they are the ones it has. */
export function giveRights(io: Io, deps: RightsDeps, socket: LiveSocket, viewer: Viewer): void {
  if (same(socket.data.viewer, viewer)) return;
  unwatch(io, deps, socket);
  for (const room of [...socket.rooms])
    if (room !== socket.id && !room.startsWith(chatRoom(''))) void socket.leave(room);
  socket.data.viewer = viewer;
  leaveLost(deps, socket);
  joinRooms(deps.models, socket);
  socket.emit('reset', { reason: 'rights' });
}

function personIn(row: unknown): Person | undefined {
  // The boundary where a change's row takes its view's type.
  const people = row as PeopleRow | undefined;
  return people?.kind === 'person' ? people.person : undefined;
}

/** Follows the directory: a frozen person's sockets end, a person whose rights changed reads everything again. */
export function followPeople(io: Io, deps: RightsDeps, announce: Announcement): void {
  for (const change of announce.changes) {
    const person = change.view === 'people' ? personIn(change.after) : undefined;
    if (!person) continue;
    for (const socket of socketsIn(io, personRoom(person.id)))
      if (person.frozen) end(socket, new Refusal('sessionEnded').code);
      else giveRights(io, deps, socket, viewerOf(person));
  }
}

/** A case that went out of this person's sight is not watched any longer. */
export function lostSight(io: Io, deps: ReviewDeps, announce: Announcement): void {
  const { models } = deps;
  for (const { view, id } of announce.changes) {
    if (view !== 'caseList') continue;
    for (const socket of socketsIn(io, caseRoom(id)))
      if (models.caseItem(ctxOf(models, socket), id) === undefined) unwatch(io, deps, socket);
  }
}
