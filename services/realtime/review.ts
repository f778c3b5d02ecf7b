/** Who stands where in a review that is open on several pages: told to the others who have the case open. */
import { lastStage } from '#events/plan/bundle.ts';
import { mayShareView, mayWatchReviews, type ReviewHere, reviewHere } from '#events/plan/live-review.ts';
import { isSameVersion } from '#events/plan/which-version.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { type Among, createHere } from './among.ts';
import type { Standing } from './nodes.ts';
import type { ReviewLog } from './review-log.ts';
import { caseRoom, type Io, type LiveSocket, socketsIn } from './sockets.ts';

export type ReviewDeps = { models: ReadModels; reviews: ReviewLog; among: Among };

const named = (models: ReadModels, id: string) => {
  const { name, position } = models.personRef(id);
  return { id, name, position };
};
const personOf = (models: ReadModels, { data }: LiveSocket) => named(models, data.viewer.id);

/** The other pages that have the case open, of people who may be told. */
const others = (io: Io, socket: LiveSocket, caseId: string): LiveSocket[] =>
  socketsIn(io, caseRoom(caseId)).filter(
    other => other.id !== socket.id && mayWatchReviews(other.data.viewer),
  );

/** Where a page stands, as far as others are told. */
const shownBy = ({ data }: LiveSocket): ReviewHere | null => (mayShareView(data.viewer) ? data.here : null);

/** Whether the case has this version, and the version this stage: nobody can stand where there is nothing. */
function isThere(models: ReadModels, { caseId, list, version, stage }: ReviewHere): boolean {
  const plan = models.state(caseId)?.[list].find(p => p.version === version);
  return plan !== undefined && stage <= lastStage(plan);
}

/** A page says where it stands: only of the case that it has open, which it is therefore allowed to see. */
export function stand(
  io: Io,
  { models, reviews, among }: ReviewDeps,
  socket: LiveSocket,
  message: unknown,
): void {
  const { data: here } = reviewHere.safeParse(message);
  const { watching, viewer } = socket.data;
  if (!here || watching?.caseId !== here.caseId || !mayWatchReviews(viewer)) return;
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
  among.caseTurned(caseId);
  const beside = there.filter(
    other => other.data.viewer.id !== viewer.id && isSameVersion(shownBy(other), here),
  );
  if (
    beside.length === 0 &&
    !among.standing(caseId).some(s => s.id !== viewer.id && isSameVersion(s.here, here))
  )
    return;
  // Whoever has been there for long, and does not move, is in the record as well.
  if (!isSameVersion(before, here))
    for (const { data } of beside) if (data.here) reviews.note(data.viewer.id, data.here);
  reviews.note(viewer.id, here);
}

/**
 * The page has left the review, or the case, or is gone. The others are told once what was shown is written: whoever
 * reads the record then finds its end.
 */
export async function leaveReview(
  io: Io,
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
  among.caseTurned(caseId);
  const still = stillAt(io, among, caseId, person.id);
  for (const other of others(io, socket, caseId)) other.emit('review', { caseId, person, here: still });
}

/** The same person may stand there on another page, or again by now. */
function stillAt(io: Io, among: Among, caseId: string, personId: string): ReviewHere | null {
  const standing = [...createHere(io).standing(caseId), ...among.standing(caseId)];
  return standing.find(({ id }) => id === personId)?.here ?? null;
}

/** Shows the pages of this node where people of other nodes stand in a review, and who of them has left it. */
export function showElsewhere(
  io: Io,
  { models, reviews, among }: ReviewDeps,
  caseId: string,
  before: readonly Standing[],
): void {
  const now = among.standing(caseId);
  const there = socketsIn(io, caseRoom(caseId)).filter(({ data }) => mayWatchReviews(data.viewer));
  const left = before.filter(({ id }) => !now.some(one => one.id === id));
  const moves = [...now, ...left.map(({ id }) => ({ id, here: stillAt(io, among, caseId, id) }))];
  for (const { id, here } of moves)
    for (const socket of there) socket.emit('review', { caseId, person: named(models, id), here });
  // Whoever has been here for long, and does not move, is in the record of what the two saw together.
  for (const { id, here } of now)
    for (const { data } of there) {
      const mine = data.here;
      const together = mine !== null && data.viewer.id !== id && isSameVersion(mine, here);
      const came = !before.some(one => one.id === id && isSameVersion(one.here, here));
      if (together && came && mayShareView(data.viewer)) reviews.note(data.viewer.id, mine);
    }
}
