/** What was shown in the reviews of one version, read from the stream beside the case. */
import type { VersionList } from '#events/plan/discussion-events.ts';
import { type ReviewMove, reviewStream } from '#events/plan/live-review.ts';
import { type RecordedSession, recordedSessions } from '#events/plan/review-sessions.ts';
import { recordOf } from '#events/streams.ts';
import type { EventReader } from '../eventstore/port.ts';

/** The newest of this version at most: an event is five seconds of one review. */
export const mostEvents = 2000;

/** The oldest sitting first. */
export async function readReviews(
  store: Pick<EventReader, 'read'>,
  caseId: string,
  list: VersionList,
  version: number,
): Promise<RecordedSession[]> {
  const moves: ReviewMove[] = [];
  let found = 0;
  const stream = store.read(reviewStream(caseId), { direction: 'backwards' });
  for await (const event of stream) {
    const { data } = recordOf('review', event);
    if (data.list !== list || data.version !== version) continue;
    moves.push(...data.moves);
    found += 1;
    if (found === mostEvents) break;
  }
  return recordedSessions(moves);
}
