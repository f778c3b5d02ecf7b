/** Recorded live reviews of a version, and the comments and requests made during one. */

import { queryOptions } from '@tanstack/react-query';
import type { RequestedChange } from '#events/plan/change.ts';
import type { VersionListName } from '#events/plan/discussion-events.ts';
import { recordedSessionGapMs } from '#events/plan/review-sessions.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { PersonRef } from '#projections/caseList/item.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';

export type ReviewSessionItem = AnswerData<'/api/cases/:id/reviews'>['items'][number];
export type RecordedReview = AnswerData<'/api/cases/:id/reviews/:from'>;

/** Recorded reviews of a version, newest first. */
export const recordedReviewsQuery = (caseId: string, list: VersionListName, version: number) =>
  queryOptions({
    queryKey: ['reviews', caseId, list, version],
    queryFn: async ({ client }) =>
      (
        await apiOf(client).read('/api/cases/:id/reviews', {
          parts: { id: caseId },
          query: { list, version },
        })
      ).items,
  });

/** One review with all moves. @param from time of its first move */
export const reviewSessionQuery = (caseId: string, list: VersionListName, version: number, from: string) =>
  queryOptions({
    queryKey: ['reviews', caseId, list, version, from],
    queryFn: ({ client }) =>
      apiOf(client).read('/api/cases/:id/reviews/:from', {
        parts: { id: caseId, from },
        query: { list, version },
      }),
  });

/** Duration in ms, from first to last move. */
export const reviewDurationMs = ({ from, to }: ReviewSessionItem): number =>
  Date.parse(to) - Date.parse(from);

/** `at`: ms since the review began. */
export type ReviewRemark = { key: string; at: number; who: PersonRef } & (
  | { what: 'comment'; number: number; note: string }
  | { what: 'request'; number: number; change: RequestedChange }
);

/**
 * Comments and requests on the version during the review and the minute after its last move, in order of
 * time.
 */
export function remarksDuringReview(
  { comments, requests }: Pick<CaseView, 'comments' | 'requests'>,
  { list, version }: { list: VersionListName; version: number },
  session: ReviewSessionItem,
): ReviewRemark[] {
  const begun = Date.parse(session.from);
  const length = reviewDurationMs(session);
  const ofThis = (one: { list: VersionListName; version: number }) =>
    one.list === list && one.version === version;
  const said = comments.filter(ofThis).flatMap(comment =>
    [comment, ...comment.replies].map(({ at, by, note }, i) => ({
      key: `c${comment.comment}.${i}`,
      at: Date.parse(at) - begun,
      who: by,
      what: 'comment' as const,
      number: comment.comment,
      note,
    })),
  );
  const asked = requests.filter(ofThis).map(({ request, at, by, change }) => ({
    key: `r${request}`,
    at: Date.parse(at) - begun,
    who: by,
    what: 'request' as const,
    number: request,
    change,
  }));
  return [...said, ...asked]
    .filter(({ at }) => at >= 0 && at <= length + recordedSessionGapMs)
    .map(one => ({ ...one, at: Math.min(one.at, length) }))
    .sort((a, b) => a.at - b.at);
}
