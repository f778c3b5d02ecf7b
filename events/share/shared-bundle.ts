/** The part of a plan that a link exposes. Pure. */

import { type BundleTooth, isToothPresent, type PlanBundle, stageCountOf } from '../plan/bundle.ts';
import { numbersPerPose } from '../plan/pose.ts';
import { archOf } from '../tooth/fdi.ts';
import type { Share } from './share.ts';

/**
 * True for a node named only by a tooth number or a gum. Names that another program gave may contain the patient's
 * name.
 */
export const isPlainNodeName = (name: string): boolean =>
  /^[1-4][1-8]\P{L}*$/u.test(name) || name === 'gum-upper' || name === 'gum-lower';

/** Start and goal as a plan of one stage. Omits a tooth that is present at neither. */
function ends(bundle: PlanBundle): PlanBundle {
  const tooth = (t: BundleTooth): BundleTooth[] => {
    if (stageCountOf(bundle, archOf(t.fdi)) === 0) return [t];
    const { shapes: _shapes, interpolated: _interpolated, from: _from, to: _to, ...rest } = t;
    const [before, after] = [isToothPresent(t, 0), isToothPresent(t, Infinity)];
    if (!before && !after) return [];
    const poses = [...t.poses.slice(0, numbersPerPose), ...t.poses.slice(-numbersPerPose)];
    return [{ ...rest, poses, ...(before ? {} : { from: 1 }), ...(after ? {} : { to: 0 }) }];
  };
  return {
    ...bundle,
    upperStages: Math.min(1, bundle.upperStages),
    lowerStages: Math.min(1, bundle.lowerStages),
    teeth: bundle.teeth.flatMap(tooth),
    // Attachments belong to stages.
    attachments: [],
    cuts: [],
    pontics: [],
    ipr: [],
  };
}

const plain = ({ shapes, ...t }: BundleTooth): BundleTooth =>
  shapes?.every(isPlainNodeName) ? { ...t, shapes } : t;

/** A patient sees movement only. Measurements and procedures are between the clinics. */
const forPatient = (bundle: PlanBundle): PlanBundle => ({
  ...bundle,
  teeth: bundle.teeth.map(t => ({ ...t, width: null, residual: null })),
  ipr: [],
});

/** The plan as the link's reader gets it. It satisfies the bundle's schema. */
export function bundleShownByLink(
  bundle: PlanBundle,
  { audience, scope }: Pick<Share, 'audience' | 'scope'>,
): PlanBundle {
  const clean = { ...bundle, teeth: bundle.teeth.map(plain) };
  const staged = scope.stages ? clean : ends(clean);
  return audience === 'patient' ? forPatient(staged) : staged;
}

/** Number of pictures of a plan. */
export const posterCount = 5;

/**
 * Stages with a picture: the start, a quarter, half, three quarters, the goal. @param last the plan's last
 * stage
 */
export const posterStages = (last: number): number[] =>
  Array.from({ length: posterCount }, (_, i) => Math.round((i * last) / (posterCount - 1)));

/** Pictures of a report, by number and stage: the start, halfway and the goal, without repetitions. */
export const posterStagesOfReport = (last: number): { at: number; stage: number }[] =>
  posterStages(last)
    .map((stage, at) => ({ at, stage }))
    .filter(
      ({ at, stage }) => at === 0 || (stage > 0 && (at === posterCount - 1 || (at === 2 && stage < last))),
    );

/** Pictures that a link shows, by number and stage, without repetitions; without stages, start and goal. */
export function postersShownByLink(
  last: number,
  { scope }: Pick<Share, 'scope'>,
): { at: number; stage: number }[] {
  const all = posterStages(last).map((stage, at) => ({ at, stage }));
  const ends = all.filter(({ at }) => at === 0 || at === posterCount - 1);
  return (scope.stages ? all : ends).filter(({ stage }, i, list) => list[i - 1]?.stage !== stage);
}

/** Removes the patient's name from free text, because no link may expose it. */
export function withoutPatientName(text: string, name: string | undefined): string {
  const known = name?.trim() ?? '';
  if (known.length < 2) return text;
  const parts = [known, ...known.split(/\s+/).filter(part => part.length > 2)];
  const pattern = parts.map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
  return text.replace(new RegExp(pattern, 'giu'), '***');
}
