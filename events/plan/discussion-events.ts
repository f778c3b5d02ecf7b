/** The events of a version's discussion: pinned comments, and change requests as data. */
import * as z from 'zod/mini';
import { defineEvents } from '../case/event-definition.ts';
import { fdiSchema, recordedChangeSchema, stageSchema } from './change-schema.ts';
import { requestVerdicts, unmeasuredReasons } from './requests.ts';

/** Names of the two lists of versions of a case. */
export const versionListNames = ['plans', 'targets'] as const;
export type VersionListName = (typeof versionListNames)[number];

/** A coordinate in mm from the tooth's pivot, along mesial, buccal or occlusal, so that the point moves with the tooth. */
const mm = z.number().check(z.minimum(-50), z.maximum(50));
export const toothPointSchema = z.tuple([mm, mm, mm]);

const ofVersion = { list: z.enum(versionListNames), version: z.int() };
const comment = z.object({ comment: z.int() });
const noted = { personal: z.object({ note: z.string() }), erased: { note: '' } } as const;
const number = z.nullable(z.number());

export const measuredRequestSchema = z.object({
  request: z.int(),
  verdict: z.enum(requestVerdicts),
  value: number,
  wanted: number,
  before: number,
  tolerance: number,
  why: z.nullable(z.enum(unmeasuredReasons)),
});

/** None of these events changes the status. */
export const discussionEvents = defineEvents({
  PlanCommented: {
    reaches: [],
    data: z.object({
      ...ofVersion,
      /** Number within the case: 1, 2, … */
      comment: z.int(),
      stage: stageSchema,
      tooth: z.nullable(fdiSchema),
      place: z.nullable(toothPointSchema),
    }),
    ...noted,
  },
  CommentReplied: { reaches: [], data: comment, ...noted },
  CommentResolved: { reaches: [], data: comment },
  CommentReopened: { reaches: [], data: comment },
  ChangeRequested: {
    reaches: [],
    /** `request`: number within the case, 1, 2, … */
    data: z.object({ ...ofVersion, request: z.int(), change: recordedChangeSchema }),
    personal: z.object({ note: z.optional(z.string()) }),
    erased: {},
  },
  ChangeWithdrawn: { reaches: [], data: z.object({ request: z.int() }) },
  /** Requests of earlier versions, measured in the version named. */
  RequestsMeasured: {
    reaches: [],
    data: z.object({ ...ofVersion, measured: z.array(measuredRequestSchema) }),
  },
});
