/**
 * A plan as data: plan.json. It holds the pose of every tooth at every stage, procedures with their stages,
 * and references to the GLB files of shapes by SHA-256. Coordinates are in the frame of pose.ts. The schema
 * is separate (bundle-schema.ts), so that pages that only show a plan do not load it.
 */
import type * as z from 'zod/mini';
import type { Arch, Fdi } from '../tooth/fdi.ts';
import type { planBundleSchema } from './bundle-schema.ts';

export const bundleFormat = 'archline-plan/1';

/** Origin of a number. No number is invented (DOMAIN). */
export const valueOrigins = ['measured', 'entered', 'derived'] as const;
export type ValueOrigin = (typeof valueOrigins)[number];

export type PlanBundle = z.infer<typeof planBundleSchema>;
export type BundleTooth = PlanBundle['teeth'][number];
export type Attachment = PlanBundle['attachments'][number];
export type BundleIpr = PlanBundle['ipr'][number];
export type AlignerCut = PlanBundle['cuts'][number];

/** Number of aligners of an arch, without the start (stage 0). */
export const stageCountOf = (bundle: Pick<PlanBundle, 'upperStages' | 'lowerStages'>, row: Arch): number =>
  row === 'upper' ? bundle.upperStages : bundle.lowerStages;

/** Number of aligners of the longer arch: the end of the plan. */
export const lastStage = (bundle: Pick<PlanBundle, 'upperStages' | 'lowerStages'>): number =>
  Math.max(bundle.upperStages, bundle.lowerStages);

type Spanned = Pick<BundleTooth, 'from' | 'to'>;

/**
 * Whether a tooth is in the mouth at a stage; between two stages, at the earlier one. Infinity is the goal.
 */
export const isToothPresent = ({ from = 0, to }: Spanned, stage: number): boolean =>
  stage >= from && (to === undefined || stage < to + 1);

/** Teeth in the mouth at a stage. Infinity is the goal. */
export const teethPresentAt = <T extends Spanned>({ teeth }: { teeth: readonly T[] }, stage: number): T[] =>
  teeth.filter(tooth => isToothPresent(tooth, stage));

/** The nearest stage at which a tooth is in the mouth. Outside its span, its poses are no movement. */
export const stageWithin = ({ from = 0, to = Infinity }: Spanned, stage: number): number =>
  Math.min(Math.max(stage, from), to);

/** Node names of the shapes in the GLB files. */
export const toothNode = (tooth: Fdi): string => String(tooth);
export const gumNode = (row: Arch): string => `gum-${row}`;
