/**
 * A plan as data: plan.json. It says where every tooth stands at every stage, what is done to it and when; the shapes
 * are in GLB files beside it that it names by their SHA-256. Numbers are of the frame in pose.ts. The schema is apart
 * (bundle-schema.ts): pages that only show a plan do without it.
 */
import type * as z from 'zod/mini';
import type { Arch, Fdi } from '../tooth/fdi.ts';
import type { planBundle } from './bundle-schema.ts';

export const bundleFormat = 'archline-plan/1';

/** Where a number comes from; nothing is ever made up (DOMAIN). */
export const origins = ['measured', 'entered', 'derived'] as const;
export type Origin = (typeof origins)[number];

export type PlanBundle = z.infer<typeof planBundle>;
export type BundleTooth = PlanBundle['teeth'][number];
export type Attachment = PlanBundle['attachments'][number];
export type Reduction = PlanBundle['ipr'][number];
export type Cut = PlanBundle['cuts'][number];

/** Aligners of an arch; stage 0, the start, is not counted. */
export const stagesOf = (bundle: Pick<PlanBundle, 'upperStages' | 'lowerStages'>, row: Arch): number =>
  row === 'upper' ? bundle.upperStages : bundle.lowerStages;

/** Aligners of the longer arch: where the whole plan ends. */
export const lastStage = (bundle: Pick<PlanBundle, 'upperStages' | 'lowerStages'>): number =>
  Math.max(bundle.upperStages, bundle.lowerStages);

type Spanned = Pick<BundleTooth, 'from' | 'to'>;

/** Whether a tooth is in the mouth at a stage; between two stages, at the one before. Infinity is the goal. */
export const isThere = ({ from = 0, to }: Spanned, stage: number): boolean =>
  stage >= from && (to === undefined || stage < to + 1);

/** The teeth in the mouth at a stage: without those that erupt later or were extracted before. Infinity is the goal. */
export const teethAt = <T extends Spanned>({ teeth }: { teeth: readonly T[] }, stage: number): T[] =>
  teeth.filter(tooth => isThere(tooth, stage));

/** The nearest stage at which a tooth is in the mouth: before and after, its poses are no movement. */
export const stageWithin = ({ from = 0, to = Infinity }: Spanned, stage: number): number =>
  Math.min(Math.max(stage, from), to);

/** The names of shapes in the GLB files. */
export const toothNode = (tooth: Fdi): string => String(tooth);
export const gumNode = (row: Arch): string => `gum-${row}`;
