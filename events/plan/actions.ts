/** Submission and review of targets and plans. */
import * as z from 'zod/mini';
import { type DecisionContext, defineAction, type Upload } from '../case/action-definition.ts';
import type { CaseState } from '../case/case.ts';
import {
  distinctChoicesSchemaFor,
  idsSchema,
  lineSchema,
  noteSchema,
  optionKeySchemaFor,
  reasonsSchemaFor,
  stageCountSchema,
} from '../case/fields.ts';
import type { Reason } from '../case/reasons.ts';
import { Status } from '../case/status.ts';
import type { CaseEvent } from '../case/stream.ts';
import { checkUploads } from '../case/uploads.ts';
import { badField, Refusal } from '../errors.ts';
import { acknowledgedFindingsSchema, requestNumberOfKey } from './acknowledged-findings.ts';
import { latestVersion, type PlanVersion } from './plan.ts';
import { reviewPoints } from './review-points.ts';

const submission = z.strictObject({
  name: lineSchema,
  upperStages: stageCountSchema,
  lowerStages: stageCountSchema,
  instructions: z.optional(noteSchema),
  files: idsSchema.check(z.minLength(1)),
});

const reviewInput = (name: ReviewAction) =>
  z
    .strictObject({
      result: optionKeySchemaFor('review'),
      note: z.optional(noteSchema),
      /** Reasons may be given only with a refusal. */
      reasons: reasonsSchemaFor(name),
      /** SHA-256 of the bundle reviewed, so that a newer one is not approved unseen. */
      bundle: z.optional(z.string().check(z.maxLength(64))),
      checked: z.optional(distinctChoicesSchemaFor(reviewPoints)),
      acknowledged: z.optional(acknowledgedFindingsSchema),
    })
    .check(
      z.refine(r => r.result !== 'refused' || r.note !== undefined, {
        error: 'note-required',
        path: ['note'],
      }),
      z.refine(r => r.result === 'refused' || r.reasons === undefined, {
        error: 'reasons-of-refusal',
        path: ['reasons'],
      }),
    );

/** Event and list of versions of each review. */
const reviews = {
  targetExpertReview: { type: 'TargetExpertReviewed', list: 'targets' },
  targetDoctorReview: { type: 'TargetDoctorReviewed', list: 'targets' },
  qualityAudit: { type: 'PlanExpertReviewed', list: 'plans' },
  confirmDoctor: { type: 'PlanDoctorReviewed', list: 'plans' },
} as const;
type ReviewAction = keyof typeof reviews;

type Submission = z.infer<typeof submission>;

const planExample = { name: 'Plan 1', upperStages: 24, lowerStages: 20, files: ['f-plan'] };

/**
 * Requires a version to have one plan, so that the reviewed plan is the one produced. GLB files beside a plan.json must
 * be those that it names, of the stated size. A plan without GLB files has numbers only.
 * @throws Refusal badInput `plan-several` or `plan-parts`
 */
function onePlan(uploads: readonly Upload[]): void {
  const [plan, another] = uploads.filter(({ mime }) => mime === 'application/json');
  if (another) throw badField('files', 'plan-several');
  const beside = uploads.filter(({ mime }) => mime === 'model/gltf-binary');
  if (!plan || beside.length === 0) return;
  const { shapes = [], shapeBytes } = plan;
  const isThere = (sha256: string, at: number) =>
    beside.some(file => file.sha256 === sha256 && (shapeBytes?.[at] ?? file.size) === file.size);
  if (!shapes.every(isThere) || beside.some(({ sha256 }) => !shapes.includes(sha256)))
    throw badField('files', 'plan-parts');
}

function bundleOf(input: Submission, versions: readonly PlanVersion[], ctx: DecisionContext) {
  const { files, names, uploads } = checkUploads(ctx, 'files', input.files, ['plan', 'stl', 'archive']);
  const { name, upperStages, lowerStages, instructions } = input;
  if (upperStages + lowerStages === 0) throw badField('upperStages', 'no-stages');
  for (const stated of uploads.flatMap(u => (u.stages ? [u.stages] : []))) {
    if (stated.upper !== upperStages)
      throw badField('upperStages', 'stages-differ', { bundle: stated.upper });
    if (stated.lower !== lowerStages)
      throw badField('lowerStages', 'stages-differ', { bundle: stated.lower });
  }
  onePlan(uploads);
  const [only] = files;
  const bundle = only && files.length === 1 ? only.sha256 : ctx.digest(files.map(f => f.sha256));
  const version = (latestVersion(versions)?.version ?? 0) + 1;
  return {
    data: { version, upperStages, lowerStages, files, bundle },
    personal: { name, instructions, names },
  };
}

function newest(versions: readonly PlanVersion[]): PlanVersion {
  const version = latestVersion(versions);
  if (!version) throw new Refusal('actionClosed');
  return version;
}

/**
 * Requires a plan made after a return from production to include the stages already sent, plus at least one
 * more. Otherwise the case could never leave status 16 again.
 */
function beyondSent(s: CaseState, { upperStages, lowerStages }: Submission): void {
  const { upper, lower } = s.sent;
  if (upperStages < upper) throw badField('upperStages', 'stages-sent', { sent: upper });
  if (lowerStages < lower) throw badField('lowerStages', 'stages-sent', { sent: lower });
  if (upperStages + lowerStages === upper + lower) throw badField('upperStages', 'no-stages-left');
}

/**
 * Requires that accepted change requests exist.
 * @throws Refusal badInput naming the key of a request that does not exist
 */
function refuseUnasked({ requests }: CaseState, keys: readonly string[] = []): void {
  for (const [at, key] of keys.entries()) {
    const asked = requestNumberOfKey(key);
    if (asked !== undefined && !requests.some(({ request }) => request === asked))
      throw badField(`acknowledged.${at}`, 'request-unknown');
  }
}

/** Builds the review of the newest version, with the statuses of approval and refusal. */
function reviewOf(name: ReviewAction, approved: Status, refused: Status) {
  const { type, list } = reviews[name];
  return defineAction({
    input: reviewInput(name),
    example: { result: 'approved' as const },
    emit: (s: CaseState, input): CaseEvent[] => {
      const { version, bundle } = newest(s[list]);
      if (input.bundle !== undefined && input.bundle !== bundle) throw new Refusal('actionClosed');
      refuseUnasked(s, input.acknowledged);
      const to = input.result === 'approved' ? approved : refused;
      const { result, checked, acknowledged, reasons } = input;
      const data = { to, version, result, bundle, checked, acknowledged, reasons };
      return [{ type, data, personal: { note: input.note } }];
    },
  });
}

const returns = { recallPlan: 'PlanRecalled', returnToDesign: 'ReturnedToDesign' } as const;

/** Returns the newest plan to design and voids its approval. */
function back(name: keyof typeof returns, example: { note: string; reasons: Reason[] }) {
  return defineAction({
    input: z.strictObject({ note: noteSchema, reasons: reasonsSchemaFor(name) }),
    example,
    emit: (s: CaseState, input): CaseEvent[] => [
      {
        type: returns[name],
        data: { to: Status.PlanUnderDesign, version: newest(s.plans).version, reasons: input.reasons },
        personal: { note: input.note },
      },
    ],
  });
}

export const planActions = {
  submitTarget: defineAction({
    input: submission,
    example: planExample,
    emit: (s, input, ctx) => {
      const { data, personal } = bundleOf(input, s.targets, ctx);
      return [{ type: 'TargetSubmitted', data: { to: Status.TargetAwaitingExpert, ...data }, personal }];
    },
  }),
  targetExpertReview: reviewOf('targetExpertReview', Status.TargetAwaitingDoctor, Status.PlanUnderDesign),
  targetDoctorReview: reviewOf('targetDoctorReview', Status.PlanUnderDesign, Status.PlanUnderDesign),
  submitPlan: defineAction({
    input: submission,
    example: planExample,
    emit: (s, input, ctx) => {
      const { data, personal } = bundleOf(input, s.plans, ctx);
      beyondSent(s, input);
      return [{ type: 'PlanSubmitted', data: { to: Status.PlanAwaitingExpert, ...data }, personal }];
    },
  }),
  recallPlan: back('recallPlan', { note: 'An attachment on 33 is missing.', reasons: ['attachments'] }),
  qualityAudit: reviewOf('qualityAudit', Status.PlanAwaitingDoctor, Status.ExpertRejected),
  confirmDoctor: reviewOf('confirmDoctor', Status.PrepareProduction, Status.DoctorRejected),
  returnToDesign: back('returnToDesign', {
    note: 'Stage 7 cannot be thermoformed: the undercut at 46 is too deep.',
    reasons: ['staging', 'attachments'],
  }),
};
