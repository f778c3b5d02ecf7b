/** Presence on cases. It is pushed to those who have the case open, and never stored. */
import type { PresenceMessage } from '#events/wire.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type ClusterPresence, presenceOnThisNode } from './cluster-presence.ts';
import { leaveReview, type ReviewDeps } from './review.ts';
import { caseRoom, type LiveSocket, type SocketServer, socketsIn } from './sockets.ts';

export type PresenceDeps = { models: ReadModels; among: ClusterPresence };

/** People who have a case open, each once, earliest first. */
function present(io: SocketServer, { models, among }: PresenceDeps, caseId: string): PresenceMessage {
  const people = new Map<string, PresenceMessage['people'][number]>();
  for (const { id, since } of [...presenceOnThisNode(io).watching(caseId), ...among.watching(caseId)]) {
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

/** Pushes a case's presence to everybody on this node who has it open. */
export function pushPresence(io: SocketServer, deps: PresenceDeps, caseId: string): void {
  const message = present(io, deps, caseId);
  for (const socket of socketsIn(io, caseRoom(caseId))) socket.emit('presence', message);
}

/** Closes the page's open case, if any, and leaves its review. */
export function closeCasePage(io: SocketServer, deps: ReviewDeps, socket: LiveSocket): void {
  const before = socket.data.watching;
  if (!before) return;
  void leaveReview(io, deps, socket);
  socket.data.watching = null;
  void socket.leave(caseRoom(before.caseId));
  deps.among.caseChanged(before.caseId);
  pushPresence(io, deps, before.caseId);
}

/** Opens a case on a page. Returns false if the viewer may not see the case. */
export function openCasePage(
  io: SocketServer,
  deps: ReviewDeps,
  socket: LiveSocket,
  caseId: string,
  seen: boolean,
  now: string,
): boolean {
  closeCasePage(io, deps, socket);
  if (!seen) return false;
  socket.data.watching = { caseId, since: now };
  void socket.join(caseRoom(caseId));
  deps.among.caseChanged(caseId);
  pushPresence(io, deps, caseId);
  return true;
}
