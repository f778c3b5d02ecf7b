/**
 * Applies changes of a viewer's rights to open sockets. Leaves the old rooms first, and then makes the page read
 * everything again.
 */
import { Refusal } from '#events/errors.ts';
import type { Person } from '#events/person/directory.ts';
import { nextRightsChangeTime, viewerInDirectory } from '#events/person/person-viewer.ts';
import type { Viewer } from '#events/person/position.ts';
import type { PeopleRow } from '#projections/people/row.ts';
import type { ReadModels, SavedRowsAnnouncement } from '#projections/readmodels.ts';
import type { Clock } from '../clock/clock.ts';
import { type ChatSocketDeps, closeForbiddenChats } from './chat.ts';
import { closeCasePage } from './presence.ts';
import { presentationContextOfListener } from './push.ts';
import type { ReviewDeps } from './review.ts';
import {
  caseRoom,
  chatRoom,
  endSocket,
  type LiveSocket,
  personRoom,
  type SocketServer,
  sessionRoom,
  socketsIn,
} from './sockets.ts';

const same = (a: Viewer, b: Viewer) => JSON.stringify(a) === JSON.stringify(b);

/** Joins the rooms of a socket's viewer, person and session. */
export function joinRooms(models: ReadModels, socket: LiveSocket): void {
  const { viewer, sessionId } = socket.data;
  void socket.join([...models.roomsOf(viewer), personRoom(viewer.id), sessionRoom(sessionId)]);
}

export type RightsDeps = ReviewDeps & Pick<ChatSocketDeps, 'turned'> & { clock: Clock };

/** Gives a socket its person's current rights. Does nothing if they are unchanged. */
export function updateViewerRights(
  io: SocketServer,
  deps: RightsDeps,
  socket: LiveSocket,
  person: Person,
): void {
  const now = deps.clock.now();
  const viewer = viewerInDirectory(deps.models.directory(), person, now);
  socket.data.rightsUntil = nextRightsChangeTime(person, now);
  if (same(socket.data.viewer, viewer)) return;
  closeCasePage(io, deps, socket);
  for (const room of [...socket.rooms])
    if (room !== socket.id && !room.startsWith(chatRoom(''))) void socket.leave(room);
  socket.data.viewer = viewer;
  closeForbiddenChats(deps, socket);
  joinRooms(deps.models, socket);
  socket.emit('reset', { reason: 'rights' });
}

function personIn(row: unknown): Person | undefined {
  // Cast: a change's row gets the type of its view here.
  const people = row as PeopleRow | undefined;
  return people?.kind === 'person' ? people.person : undefined;
}

/** Returns the id of the organisation to which a row belongs. */
function organisationIn(row: unknown): string | undefined {
  // Cast: a change's row gets the type of its view here.
  const people = row as PeopleRow | undefined;
  return people?.kind === 'organisation' ? people.organisation.orgId : undefined;
}

/** Gives the sockets of an organisation's people the rights after its switches. */
function updateOrganisation(io: SocketServer, deps: RightsDeps, orgId: string): void {
  const directory = deps.models.directory();
  for (const socket of io.sockets.sockets.values()) {
    const { viewer } = socket.data;
    const person = viewer.orgId === orgId ? directory.people.get(viewer.id) : undefined;
    if (person && !person.frozen) updateViewerRights(io, deps, socket, person);
  }
}

/**
 * Applies directory changes: ends a frozen person's sockets, updates the rights of a changed person and of a changed
 * organisation's people.
 */
export function applyDirectoryChanges(
  io: SocketServer,
  deps: RightsDeps,
  announce: SavedRowsAnnouncement,
): void {
  for (const change of announce.changes) {
    if (change.view !== 'people') continue;
    const orgId = organisationIn(change.after);
    if (orgId !== undefined) updateOrganisation(io, deps, orgId);
    const person = personIn(change.after);
    if (!person) continue;
    for (const socket of socketsIn(io, personRoom(person.id)))
      if (person.frozen) endSocket(socket, new Refusal('sessionEnded').code);
      else updateViewerRights(io, deps, socket, person);
  }
}

/** Maximum delay, in ms, before an open page follows a cover that begins or ends by the clock. */
export const clockRightsIntervalMs = 500;

/** Updates the rights of sockets whose covers have begun or ended by the clock. */
export function applyClockRights(io: SocketServer, deps: RightsDeps): void {
  const now = deps.clock.now();
  for (const socket of io.sockets.sockets.values()) {
    if (now < socket.data.rightsUntil) continue;
    const person = deps.models.directory().people.get(socket.data.viewer.id);
    if (person) updateViewerRights(io, deps, socket, person);
    // The session check ends the sockets of people who are no longer in the directory.
    else socket.data.rightsUntil = Number.POSITIVE_INFINITY;
  }
}

/**
 * Returns the sockets of people who changed, or whose organisation changed, because they may now need a second factor.
 */
export function socketsOfDirectoryChanges(
  io: SocketServer,
  announce: SavedRowsAnnouncement,
): Set<LiveSocket> {
  const found = new Set<LiveSocket>();
  for (const change of announce.changes) {
    if (change.view !== 'people') continue;
    // Cast: a change's row gets the type of its view here.
    const row = change.after as PeopleRow | undefined;
    if (row?.kind === 'person')
      for (const socket of socketsIn(io, personRoom(row.person.id))) found.add(socket);
    if (row?.kind === 'organisation')
      for (const socket of io.sockets.sockets.values())
        if (socket.data.viewer.orgId === row.organisation.orgId) found.add(socket);
  }
  return found;
}

/** Closes cases on the pages of viewers who can no longer see them. */
export function closeHiddenCases(io: SocketServer, deps: ReviewDeps, announce: SavedRowsAnnouncement): void {
  const { models } = deps;
  for (const { view, id } of announce.changes) {
    if (view !== 'caseList') continue;
    for (const socket of socketsIn(io, caseRoom(id)))
      if (models.caseItem(presentationContextOfListener(models, socket), id) === undefined)
        closeCasePage(io, deps, socket);
  }
}
