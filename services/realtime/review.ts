/** Who stands where in a review that is open on several pages: told to the others who have the case open. */
import { reviewHere } from '#events/plan/live-review.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { ReviewLog } from './review-log.ts';
import { caseRoom, type Io, type LiveSocket, socketsIn } from './sockets.ts';

const personOf = (models: ReadModels, { data }: LiveSocket) => {
  const { id } = data.viewer;
  const { name, position } = models.personRef(id);
  return { id, name, position };
};

const others = (io: Io, socket: LiveSocket, caseId: string): LiveSocket[] =>
  socketsIn(io, caseRoom(caseId)).filter(other => other.id !== socket.id);

/** A page says where it stands: only of the case that it has open, which it is therefore allowed to see. */
export function stand(
  io: Io,
  { models, reviews }: { models: ReadModels; reviews: ReviewLog },
  socket: LiveSocket,
  message: unknown,
): void {
  const { data: here } = reviewHere.safeParse(message);
  const { watching, viewer } = socket.data;
  if (!here || watching?.caseId !== here.caseId) return;
  const { caseId } = here;
  const isNew = socket.data.here === null;
  socket.data.here = here;
  const person = personOf(models, socket);
  const there = others(io, socket, caseId);
  for (const other of there) {
    other.emit('review', { caseId, person, here });
    const { here: theirs } = other.data;
    if (isNew && theirs) socket.emit('review', { caseId, person: personOf(models, other), here: theirs });
  }
  const together = there.some(
    ({ data }) =>
      data.viewer.id !== viewer.id && data.here?.list === here.list && data.here.version === here.version,
  );
  if (together) reviews.note(viewer.id, here);
}

/** The page has left the review, or the case, or is gone. */
export function leaveReview(io: Io, models: ReadModels, socket: LiveSocket): void {
  const { here } = socket.data;
  if (!here) return;
  socket.data.here = null;
  const person = personOf(models, socket);
  // The same person may stand there on another page.
  const still = others(io, socket, here.caseId).find(
    ({ data }) => data.viewer.id === person.id && data.here !== null,
  );
  for (const other of others(io, socket, here.caseId))
    other.emit('review', { caseId: here.caseId, person, here: still?.data.here ?? null });
}
