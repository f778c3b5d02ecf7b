/** Comments and change requests on versions: their part of a case's state. */
import type { CaseEvent, CaseEventOf } from '../case/stream.ts';
import type { Fdi } from '../tooth/fdi.ts';
import type { RequestedChange } from './change.ts';
import type { VersionListName } from './discussion-events.ts';
import type { MeasuredRequest } from './requests.ts';

export type AuthoredNote = { by: string; at: string; note: string };
export type VersionRef = { list: VersionListName; version: number };

export type PlanComment = AuthoredNote &
  VersionRef & {
    /** Number within the case: 1, 2, … */
    comment: number;
    stage: number;
    tooth: Fdi | null;
    /** Point on the tooth, mm from its pivot along mesial, buccal and occlusal. */
    place: [number, number, number] | null;
    replies: AuthoredNote[];
    resolved: { by: string; at: string } | null;
  };

/** Result of checking a request against a later version. */
export type RequestCheck = MeasuredRequest & VersionRef & { at: string };

export type ChangeRequest = VersionRef & {
  /** Number within the case: 1, 2, … */
  request: number;
  change: RequestedChange;
  by: string;
  at: string;
  note: string | null;
  withdrawn: { by: string; at: string } | null;
  /** One for each version submitted since, in order. */
  checks: RequestCheck[];
};

export type CaseDiscussionState = { comments: PlanComment[]; requests: ChangeRequest[] };
export const noDiscussion: CaseDiscussionState = { comments: [], requests: [] };

type Where = { by: string; at: string };

/** Returns the newest check of a change request; null before the first. */
export const latestCheck = (request: Pick<ChangeRequest, 'checks'>): RequestCheck | null =>
  request.checks.at(-1) ?? null;

/** True if a change request still needs work: neither withdrawn nor met in the newest check. */
export const isOpenChangeRequest = (request: Pick<ChangeRequest, 'checks' | 'withdrawn'>): boolean =>
  request.withdrawn === null && latestCheck(request)?.verdict !== 'met';

function commented(
  part: CaseDiscussionState,
  e: CaseEventOf<'PlanCommented'>,
  where: Where,
): CaseDiscussionState {
  const { list, version, comment, stage, tooth, place } = e.data;
  const said = { by: where.by, at: where.at, note: e.personal.note };
  const added = { list, version, comment, stage, tooth, place, ...said, replies: [], resolved: null };
  return { ...part, comments: [...part.comments, added] };
}

function inThread(
  part: CaseDiscussionState,
  comment: number,
  change: (c: PlanComment) => Partial<PlanComment>,
): CaseDiscussionState {
  return { ...part, comments: part.comments.map(c => (c.comment === comment ? { ...c, ...change(c) } : c)) };
}

function requested(
  part: CaseDiscussionState,
  e: CaseEventOf<'ChangeRequested'>,
  where: Where,
): CaseDiscussionState {
  const { list, version, request, change } = e.data;
  const said = { by: where.by, at: where.at, note: e.personal.note ?? null };
  const added = { list, version, request, change, ...said, withdrawn: null, checks: [] };
  return { ...part, requests: [...part.requests, added] };
}

function checked(
  part: CaseDiscussionState,
  e: CaseEventOf<'RequestsMeasured'>,
  where: Where,
): CaseDiscussionState {
  const { list, version } = e.data;
  const requests = part.requests.map(r => {
    const found = e.data.measured.find(m => m.request === r.request);
    if (!found) return r;
    const { request: _request, ...measured } = found;
    return { ...r, checks: [...r.checks, { list, version, ...measured, at: where.at }] };
  });
  return { ...part, requests };
}

/** Folds an event into comments and requests. Returns the same object for unrelated events. */
export function evolveDiscussion(
  part: CaseDiscussionState,
  e: CaseEvent,
  { by, at }: Where,
): CaseDiscussionState {
  const where = { by, at };
  switch (e.type) {
    case 'PlanCommented':
      return commented(part, e, where);
    case 'CommentReplied':
      return inThread(part, e.data.comment, c => ({
        replies: [...c.replies, { ...where, note: e.personal.note }],
      }));
    case 'CommentResolved':
      return inThread(part, e.data.comment, () => ({ resolved: where }));
    case 'CommentReopened':
      return inThread(part, e.data.comment, () => ({ resolved: null }));
    case 'ChangeRequested':
      return requested(part, e, where);
    case 'ChangeWithdrawn':
      return {
        ...part,
        requests: part.requests.map(r => (r.request === e.data.request ? { ...r, withdrawn: where } : r)),
      };
    case 'RequestsMeasured':
      return checked(part, e, where);
    default:
      return part;
  }
}
