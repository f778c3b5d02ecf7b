/** Actions on a version's discussion: comments, change requests, and the result of their check. */

import * as z from 'zod/mini';
import { type DecisionContext, defineAction } from '../case/action-definition.ts';
import type { CaseState } from '../case/case.ts';
import { noteSchema } from '../case/fields.ts';
import { limits } from '../case/limits.ts';
import { Status } from '../case/status.ts';
import type { CaseEvent } from '../case/stream.ts';
import { badField, Refusal } from '../errors.ts';
import { lastStage } from './bundle.ts';
import { changeInputSchema, fdiSchema, stageSchema } from './change-schema.ts';
import { type ChangeRequest, isOpenChangeRequest, type PlanComment } from './discussion.ts';
import {
  measuredRequestSchema,
  toothPointSchema,
  type VersionListName,
  versionListNames,
} from './discussion-events.ts';
import { latestVersion, type PlanVersion } from './plan.ts';

const commentInput = z
  .strictObject({
    list: z.enum(versionListNames),
    version: z.int(),
    stage: stageSchema,
    tooth: z.optional(fdiSchema),
    place: z.optional(toothPointSchema),
    note: noteSchema,
  })
  .check(
    z.refine(c => c.place === undefined || c.tooth !== undefined, { error: 'required', path: ['tooth'] }),
  );
const number = z.int().check(z.minimum(1));
const thread = z.strictObject({ comment: number });
const requestInput = z.strictObject({
  version: z.int(),
  change: changeInputSchema,
  note: z.optional(noteSchema),
});
const measuredInput = z.strictObject({
  list: z.enum(versionListNames),
  version: z.int(),
  measured: z.array(measuredRequestSchema),
});

/**
 * Returns the version that a comment or request is about.
 * @throws Refusal actionClosed before the first version, badInput for an unknown version
 */
function versionOf(s: CaseState, list: VersionListName, version: number): PlanVersion {
  if (!latestVersion(s[list])) throw new Refusal('actionClosed');
  const found = s[list].find(p => p.version === version);
  if (!found) throw badField('version', 'version-unknown');
  return found;
}

function refuseMore(held: readonly unknown[], max: number): void {
  if (held.length >= max) throw badField('note', 'list-full', { max });
}

/**
 * Returns a comment by its number.
 * @throws Refusal actionClosed before the first version, badInput for an unknown comment
 */
function commentOf(s: CaseState, comment: number): PlanComment {
  if (s.plans.length + s.targets.length === 0) throw new Refusal('actionClosed');
  const found = s.comments.find(c => c.comment === comment);
  if (!found) throw badField('comment', 'comment-unknown');
  return found;
}

function commentPlan(s: CaseState, input: z.infer<typeof commentInput>): CaseEvent[] {
  const { list, version, note: said, tooth = null, place: at = null } = input;
  const of = versionOf(s, list, version);
  if (input.stage > lastStage(of)) throw badField('stage', 'stage-beyond', { max: lastStage(of) });
  refuseMore(s.comments, limits.planComments);
  const comment = s.comments.length + 1;
  const data = { list, version, comment, stage: input.stage, tooth, place: at };
  return [{ type: 'PlanCommented', data, personal: { note: said } }];
}

/** Returns the list whose newest version is under review. */
const underReview = (s: CaseState): VersionListName =>
  s.status === Status.TargetAwaitingExpert || s.status === Status.TargetAwaitingDoctor ? 'targets' : 'plans';

function requestChange(s: CaseState, input: z.infer<typeof requestInput>): CaseEvent[] {
  const list = underReview(s);
  const newest = latestVersion(s[list]);
  // A newer version has not been reviewed.
  if (newest?.version !== input.version) throw new Refusal('actionClosed');
  const by = input.change.what === 'movement' ? (input.change.stage ?? 0) : 0;
  if (by > lastStage(newest)) throw badField('change.stage', 'stage-beyond', { max: lastStage(newest) });
  refuseMore(s.requests, limits.changeRequests);
  const data = { list, version: newest.version, request: s.requests.length + 1, change: input.change };
  return [{ type: 'ChangeRequested', data, personal: { note: input.note } }];
}

/** A request belongs to the person who made it, and to the doctor if an assistant drafted it. */
const isOwn = (s: CaseState, { by }: ChangeRequest, { viewer, person }: DecisionContext) =>
  by === viewer.id || (viewer.id === s.ownerId && person(by)?.position === 'Assistant');

function withdrawChange(s: CaseState, request: number, ctx: DecisionContext): CaseEvent[] {
  if (s.plans.length + s.targets.length === 0) throw new Refusal('actionClosed');
  const found = s.requests.find(r => r.request === request);
  if (!found) throw badField('request', 'request-unknown');
  if (!isOwn(s, found, ctx)) throw new Refusal('notPermitted');
  if (!isOpenChangeRequest(found)) throw new Refusal('actionClosed');
  return [{ type: 'ChangeWithdrawn', data: { request } }];
}

/**
 * Records each request once for each version, but not for the version it was made on. Skips requests
 * withdrawn meanwhile.
 */
function requestsMeasured(s: CaseState, input: z.infer<typeof measuredInput>): CaseEvent[] {
  const { list, version } = input;
  versionOf(s, list, version);
  const isOf = (one: { list: VersionListName; version: number }) =>
    one.list === list && one.version === version;
  for (const [at, { request }] of input.measured.entries()) {
    const found = s.requests.find(r => r.request === request);
    if (!found || isOf(found)) throw badField(`measured.${at}.request`, 'request-unknown');
    if (found.checks.some(isOf)) throw new Refusal('actionClosed');
  }
  const withdrawn = new Set(s.requests.filter(r => r.withdrawn).map(r => r.request));
  const measured = input.measured.filter(m => !withdrawn.has(m.request));
  if (measured.length === 0 && input.measured.length > 0) return [];
  return [{ type: 'RequestsMeasured', data: { list, version, measured } }];
}

const request = {
  version: 1,
  change: { what: 'movement', tooth: 12, axis: 'rotation', kind: 'total', amount: 24 },
  note: '12 stays rotated at the end.',
} as const;

export const discussionActions = {
  commentPlan: defineAction({
    input: commentInput,
    example: {
      list: 'plans',
      version: 1,
      stage: 12,
      tooth: 12,
      place: [0, 3.2, 1],
      note: 'Seat 12 fully before 13 derotates.',
    },
    emit: commentPlan,
  }),
  replyComment: defineAction({
    input: z.strictObject({ comment: number, note: noteSchema }),
    example: { comment: 1, note: 'The attachment goes on at stage 3.' },
    emit: (s, input) => {
      const { comment, replies } = commentOf(s, input.comment);
      refuseMore(replies, limits.planReplies);
      return [{ type: 'CommentReplied', data: { comment }, personal: { note: input.note } }];
    },
  }),
  resolveComment: defineAction({
    input: thread,
    example: { comment: 1 },
    emit: (s, input) => {
      const { comment, resolved } = commentOf(s, input.comment);
      if (resolved) throw new Refusal('actionClosed');
      return [{ type: 'CommentResolved', data: { comment } }];
    },
  }),
  reopenComment: defineAction({
    input: thread,
    example: { comment: 2 },
    emit: (s, input) => {
      const { comment, resolved } = commentOf(s, input.comment);
      if (!resolved) throw new Refusal('actionClosed');
      return [{ type: 'CommentReopened', data: { comment } }];
    },
  }),
  requestChange: defineAction({ input: requestInput, example: request, emit: requestChange }),
  withdrawChange: defineAction({
    input: z.strictObject({ request: number }),
    example: { request: 1 },
    emit: (s, input, ctx) => withdrawChange(s, input.request, ctx),
  }),
  requestsMeasured: defineAction({
    input: measuredInput,
    example: { list: 'plans', version: 1, measured: [] },
    emit: requestsMeasured,
  }),
};
