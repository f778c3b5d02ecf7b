/** Live review: each page shows the other people's position (version, stage, camera) in a case's plan. */
import { lastStage } from '#events/plan/bundle.ts';
import {
  maySeeReviews,
  mayShareView,
  type ReviewerView,
  reviewerViewMessageSchema,
} from '#events/plan/live-review.ts';
import { isSameVersion } from '#events/plan/which-version.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type ClusterPresence, presenceOnThisNode } from './cluster-presence.ts';
import type { ReviewPosition } from './remote-presence.ts';
import type { ReviewLog } from './review-log.ts';
import { caseRoom, type LiveSocket, type SocketServer, socketsIn } from './sockets.ts';

export type ReviewDeps = { models: ReadModels; reviews: ReviewLog; among: ClusterPresence };

const named = (models: ReadModels, id: string) => {
  const { name, position } = models.personRef(id);
  return { id, name, position };
};
const personOf = (models: ReadModels, { data }: LiveSocket) => named(models, data.viewer.id);

/** Returns the other pages that have the case open and whose viewers may see reviews. */
const others = (io: SocketServer, socket: LiveSocket, caseId: string): LiveSocket[] =>
  socketsIn(io, caseRoom(caseId)).filter(other => other.id !== socket.id && maySeeReviews(other.data.viewer));

/** Returns a page's review position, or null if its viewer stays invisible to others. */
const shownBy = ({ data }: LiveSocket): ReviewerView | null => (mayShareView(data.viewer) ? data.here : null);

/** Returns true if the case has this version and the version has this stage. */
function isThere(models: ReadModels, { caseId, list, version, stage }: ReviewerView): boolean {
  const plan = models.state(caseId)?.[list].find(p => p.version === version);
  return plan !== undefined && stage <= lastStage(plan);
}

/**
 * Stores a page's review position and pushes it to the others. Ignores a position in a case that the page does not
 * have open, because only an open case is known to be visible to the viewer.
 */
export function showReviewPosition(
  io: SocketServer,
  { models, reviews, among }: ReviewDeps,
  socket: LiveSocket,
  message: unknown,
): void {
  const { data: here } = reviewerViewMessageSchema.safeParse(message);
  const { watching, viewer } = socket.data;
  if (!here || watching?.caseId !== here.caseId || !maySeeReviews(viewer)) return;
  if (!isThere(models, here)) return;
  const { caseId } = here;
  const { here: before } = socket.data;
  socket.data.here = here;
  const person = personOf(models, socket);
  const there = others(io, socket, caseId);
  const shows = mayShareView(viewer);
  for (const other of there) {
    if (shows) other.emit('review', { caseId, person, here });
    const theirs = shownBy(other);
    if (!before && theirs) socket.emit('review', { caseId, person: personOf(models, other), here: theirs });
  }
  if (!before)
    for (const { id, here: theirs } of among.standing(caseId))
      socket.emit('review', { caseId, person: named(models, id), here: theirs });
  if (!shows) return;
  among.caseChanged(caseId);
  const beside = there.filter(
    other => other.data.viewer.id !== viewer.id && isSameVersion(shownBy(other), here),
  );
  if (
    beside.length === 0 &&
    !among.standing(caseId).some(s => s.id !== viewer.id && isSameVersion(s.here, here))
  )
    return;
  // Records the others' position once, so that the record includes people who do not move.
  if (!isSameVersion(before, here))
    for (const { data } of beside) if (data.here) reviews.note(data.viewer.id, data.here);
  reviews.note(viewer.id, here);
}

/**
 * Removes a page from its review: it left the review, closed the case or disconnected. Writes the record
 * before pushing this, so that a client that reads after the push finds the review's end.
 */
export async function leaveReview(
  io: SocketServer,
  { models, reviews, among }: ReviewDeps,
  socket: LiveSocket,
): Promise<void> {
  const { here } = socket.data;
  if (!here) return;
  socket.data.here = null;
  if (!mayShareView(socket.data.viewer)) return;
  const { caseId } = here;
  const person = personOf(models, socket);
  await reviews.keep();
  among.caseChanged(caseId);
  const still = stillAt(io, among, caseId, person.id);
  for (const other of others(io, socket, caseId)) other.emit('review', { caseId, person, here: still });
}

/** The person's position on another page, or on this page after a quick return. */
function stillAt(
  io: SocketServer,
  among: ClusterPresence,
  caseId: string,
  personId: string,
): ReviewerView | null {
  const standing = [...presenceOnThisNode(io).standing(caseId), ...among.standing(caseId)];
  return standing.find(({ id }) => id === personId)?.here ?? null;
}

/** Pushes the review positions of people on other nodes, and who has left, to this node's pages. */
export function pushRemoteReviewPositions(
  io: SocketServer,
  { models, reviews, among }: ReviewDeps,
  caseId: string,
  before: readonly ReviewPosition[],
): void {
  const now = among.standing(caseId);
  const there = socketsIn(io, caseRoom(caseId)).filter(({ data }) => maySeeReviews(data.viewer));
  const left = before.filter(({ id }) => !now.some(one => one.id === id));
  const moves = [...now, ...left.map(({ id }) => ({ id, here: stillAt(io, among, caseId, id) }))];
  for (const { id, here } of moves)
    for (const socket of there) socket.emit('review', { caseId, person: named(models, id), here });
  // Records a local viewer's position when a remote person joins the same version, so that the record
  // includes people who do not move.
  for (const { id, here } of now)
    for (const { data } of there) {
      const mine = data.here;
      const together = mine !== null && data.viewer.id !== id && isSameVersion(mine, here);
      const came = !before.some(one => one.id === id && isSameVersion(one.here, here));
      if (together && came && mayShareView(data.viewer)) reviews.note(data.viewer.id, mine);
    }
}
