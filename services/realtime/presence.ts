/** Who has which case open. It is told to the others who have it open, and is nowhere stored. */
import type { PresenceMessage } from '#events/wire.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type Among, createHere } from './among.ts';
import { leaveReview, type ReviewDeps } from './review.ts';
import { caseRoom, type Io, type LiveSocket, socketsIn } from './sockets.ts';

export type PresenceDeps = { models: ReadModels; among: Among };

/** The people who have a case open, each once, the first who came first. */
function present(io: Io, { models, among }: PresenceDeps, caseId: string): PresenceMessage {
  const people = new Map<string, PresenceMessage['people'][number]>();
  for (const { id, since } of [...createHere(io).watching(caseId), ...among.watching(caseId)]) {
    const there = people.get(id);
    if (there && there.since <= since) continue;
    const { name, position } = models.personRef(id);
    people.set(id, { id, name, position, since });
  }
  return {
    caseId,
    people: [...people.values()].sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0)),
  };
}

/** Tells everybody on this node who has the case open who does. */
export function tell(io: Io, deps: PresenceDeps, caseId: string): void {
  const message = present(io, deps, caseId);
  for (const socket of socketsIn(io, caseRoom(caseId))) socket.emit('presence', message);
}

/** Leaves the case that is open on this socket's page, if one is, and the review of it. */
export function unwatch(io: Io, deps: ReviewDeps, socket: LiveSocket): void {
  const before = socket.data.watching;
  if (!before) return;
  void leaveReview(io, deps, socket);
  socket.data.watching = null;
  void socket.leave(caseRoom(before.caseId));
  deps.among.caseTurned(before.caseId);
  tell(io, deps, before.caseId);
}

/** Opens a case on this socket's page. @returns false where the viewer sees no such case */
export function watch(
  io: Io,
  deps: ReviewDeps,
  socket: LiveSocket,
  caseId: string,
  seen: boolean,
  now: string,
): boolean {
  unwatch(io, deps, socket);
  if (!seen) return false;
  socket.data.watching = { caseId, since: now };
  void socket.join(caseRoom(caseId));
  deps.among.caseTurned(caseId);
  tell(io, deps, caseId);
  return true;
}
