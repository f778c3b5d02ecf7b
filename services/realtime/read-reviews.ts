/** Reads the recorded reviews of one plan version from the case's review stream. */
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { type ReviewMove, reviewStreamOf } from '#events/plan/live-review.ts';
import { groupMovesIntoSessions, type RecordedSession } from '#events/plan/review-sessions.ts';
import { recordOf } from '#events/streams.ts';
import type { EventReader } from '../eventstore/port.ts';

/** Maximum number of events read of one version; the newest are read. One event covers five seconds of one review. */
export const maxReviewEvents = 2000;

/** Review sessions of one version, oldest first. */
export async function readReviews(
  store: Pick<EventReader, 'read'>,
  caseId: string,
  list: VersionListName,
  version: number,
): Promise<RecordedSession[]> {
  const moves: ReviewMove[] = [];
  let found = 0;
  const stream = store.read(reviewStreamOf(caseId), { direction: 'backwards' });
  for await (const event of stream) {
    const { data } = recordOf('review', event);
    if (data.list !== list || data.version !== version) continue;
    moves.push(...data.moves);
    found += 1;
    if (found === maxReviewEvents) break;
  }
  return groupMovesIntoSessions(moves);
}
