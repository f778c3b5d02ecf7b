/** The live reviews of a version as the server keeps them, and what was said and asked in the course of one. */
import { queryOptions } from '@tanstack/react-query';
import type { Change } from '#events/plan/change.ts';
import type { VersionList } from '#events/plan/discussion-events.ts';
import { recordedSessionGap } from '#events/plan/review-sessions.ts';
import type { CaseView } from '#projections/case/view.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { apiOf } from '#web/lib/api.ts';

export type SessionItem = AnswerData<'/api/cases/:id/reviews'>['items'][number];
export type Session = AnswerData<'/api/cases/:id/reviews/:from'>;

/** The newest first. */
export const reviewSessions = (caseId: string, list: VersionList, version: number) =>
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

/** One of them with every move. @param from the time of its first move */
export const reviewSession = (caseId: string, list: VersionList, version: number, from: string) =>
  queryOptions({
    queryKey: ['reviews', caseId, list, version, from],
    queryFn: ({ client }) =>
      apiOf(client).read('/api/cases/:id/reviews/:from', {
        parts: { id: caseId, from },
        query: { list, version },
      }),
  });

/** ms from its first move to its last. */
export const lengthOf = ({ from, to }: SessionItem): number => Date.parse(to) - Date.parse(from);

/** `at`: ms since the review began. */
export type Said = { key: string; at: number; who: string } & (
  | { what: 'comment'; number: number; note: string }
  | { what: 'request'; number: number; change: Change }
);

/** What was said and asked of the version while it lasted, and in the minute after its last move; in the order of time. */
export function saidIn(
  { comments, requests }: Pick<CaseView, 'comments' | 'requests'>,
  { list, version }: { list: VersionList; version: number },
  session: SessionItem,
): Said[] {
  const begun = Date.parse(session.from);
  const length = lengthOf(session);
  const ofThis = (one: { list: VersionList; version: number }) =>
    one.list === list && one.version === version;
  const said = comments.filter(ofThis).flatMap(comment =>
    [comment, ...comment.replies].map(({ at, by, note }, i) => ({
      key: `c${comment.comment}.${i}`,
      at: Date.parse(at) - begun,
      who: by.name,
      what: 'comment' as const,
      number: comment.comment,
      note,
    })),
  );
  const asked = requests.filter(ofThis).map(({ request, at, by, change }) => ({
    key: `r${request}`,
    at: Date.parse(at) - begun,
    who: by.name,
    what: 'request' as const,
    number: request,
    change,
  }));
  return [...said, ...asked]
    .filter(({ at }) => at >= 0 && at <= length + recordedSessionGap)
    .map(one => ({ ...one, at: Math.min(one.at, length) }))
    .sort((a, b) => a.at - b.at);
}
