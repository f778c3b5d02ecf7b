/** Tasks when an aligner is handed out: the doctor's list of the visit. */
import { archOf } from '../tooth/fdi.ts';
import { type AlignerCut, type Attachment, type BundleIpr, type PlanBundle, stageCountOf } from './bundle.ts';

export type AlignerTasks = {
  /** IPR to do before this aligner is seated. */
  ipr: BundleIpr[];
  bond: Attachment[];
  /** Attachments to remove: worn with the previous aligner but not with this one. */
  remove: Attachment[];
  /** Attachments to check: bonded earlier and still worn. */
  check: Attachment[];
  /** Cuts of this aligner that the previous one lacks. */
  cuts: AlignerCut[];
};

/** The aligner that an attachment's arch wears at a stage. The shorter arch stays at its last one. */
export const alignerWornAt = (
  bundle: Pick<PlanBundle, 'upperStages' | 'lowerStages'>,
  { tooth }: Pick<Attachment, 'tooth'>,
  stage: number,
): number => Math.min(stage, stageCountOf(bundle, archOf(tooth)));

/** An attachment worn to its arch's end is removed with the treatment, not at a visit. */
const comesOff = (bundle: PlanBundle, { tooth, to }: Attachment) => to < stageCountOf(bundle, archOf(tooth));

/** An attachment on an extracted tooth need not be removed. */
const isGone = ({ teeth }: PlanBundle, { tooth }: Attachment, stage: number) =>
  teeth.some(({ fdi, to }) => fdi === tooth && to !== undefined && to < stage);

/** Returns the tasks of an aligner. @param stage the aligner from 1; stage 0, the start, has no tasks */
export function alignerTasksAt(bundle: PlanBundle, stage: number): AlignerTasks {
  const { ipr, attachments, cuts } = bundle;
  return {
    ipr: ipr.filter(({ before }) => before === stage && stage > 0),
    bond: attachments.filter(({ from }) => stage > 0 && Math.max(1, from) === stage),
    remove: attachments.filter(
      a => stage > 0 && a.to === stage - 1 && comesOff(bundle, a) && !isGone(bundle, a, stage),
    ),
    check: attachments.filter(a => Math.max(1, a.from) < stage && alignerWornAt(bundle, a, stage) <= a.to),
    cuts: cuts.filter(({ from }) => stage > 0 && Math.max(1, from) === stage),
  };
}

/** Returns the stages with tasks, ascending. */
export function stagesWithTasks(bundle: PlanBundle): number[] {
  const stages = [
    ...bundle.ipr.map(({ before }) => before),
    ...bundle.attachments.flatMap(a => [Math.max(1, a.from), ...(comesOff(bundle, a) ? [a.to + 1] : [])]),
    ...bundle.cuts.map(({ from }) => Math.max(1, from)),
  ];
  const last = Math.max(bundle.upperStages, bundle.lowerStages);
  return [...new Set(stages)].filter(stage => stage > 0 && stage <= last).sort((a, b) => a - b);
}
