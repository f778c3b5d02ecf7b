/** Movement from stage to stage, compared with the caps of the prescription (DOMAIN: staging caps). */
import { archOf, type Fdi, inScreenOrder } from '../tooth/fdi.ts';
import { type PlanBundle, stageCountOf } from './bundle.ts';
import { type Movement, type MovementAxis, movementOf, rotationAxes, translationAxes } from './movement.ts';

type Moving = Pick<PlanBundle, 'teeth' | 'upperStages' | 'lowerStages'>;
type Tooth = PlanBundle['teeth'][number];

/**
 * Caps of one aligner along or about one axis, mm and degrees (options `step` and `angle`); null if not
 * prescribed.
 */
export type MovementCaps = { step: number | null; angle: number | null };

/** Movement of a tooth from the previous stage to this one. */
export type Velocity = {
  fdi: Fdi;
  stage: number;
  movement: Movement;
  /** Largest absolute shift (mm) and rotation (degrees) of a single axis. */
  mm: number;
  deg: number;
};

/** Allowance for a plan's rounding: 1e-5 mm and 1e-4°. */
const slack = { mm: 1e-5, deg: 1e-4 };

const largest = (movement: Movement, axes: readonly MovementAxis[]) =>
  Math.max(...axes.map(axis => Math.abs(movement[axis])));

/** Returns the movement of a tooth since the previous stage. @param stage from 1 */
export function velocityAt(tooth: Tooth, stage: number): Velocity {
  const movement = movementOf(tooth, stage - 1, stage);
  return {
    fdi: tooth.fdi,
    stage,
    movement,
    mm: largest(movement, translationAxes),
    deg: largest(movement, rotationAxes),
  };
}

/** Returns the axes on which a stage exceeds the caps. */
export function axesOverCap(
  { movement }: Pick<Velocity, 'movement'>,
  { step, angle }: MovementCaps,
): MovementAxis[] {
  const over = (axes: readonly MovementAxis[], cap: number | null, more: number) =>
    cap === null ? [] : axes.filter(axis => Math.abs(movement[axis]) > cap + more);
  return [...over(translationAxes, step, slack.mm), ...over(rotationAxes, angle, slack.deg)];
}

/** Every stage of every tooth, by stage, then in screen order. */
export function velocities(bundle: Moving): Velocity[] {
  const order = new Map(inScreenOrder(bundle.teeth.map(({ fdi }) => fdi)).map((fdi, at) => [fdi, at]));
  return bundle.teeth
    .flatMap(tooth =>
      Array.from({ length: stageCountOf(bundle, archOf(tooth.fdi)) }, (_, i) => velocityAt(tooth, i + 1)),
    )
    .sort((a, b) => a.stage - b.stage || (order.get(a.fdi) ?? 0) - (order.get(b.fdi) ?? 0));
}

export type StageOverCap = Velocity & { axes: MovementAxis[] };

/** Returns the stages that exceed the caps, by stage; empty without a prescription. */
export function findStagesOverCap(bundle: Moving, caps: MovementCaps): StageOverCap[] {
  return velocities(bundle).flatMap(velocity => {
    const axes = axesOverCap(velocity, caps);
    return axes.length > 0 ? [{ ...velocity, axes }] : [];
  });
}

/**
 * Least number of aligners for a tooth's whole movement: the largest quotient of movement and cap (DOMAIN:
 * staging caps).
 */
export function stagesNeeded(tooth: Tooth, last: number, { step, angle }: MovementCaps): number {
  const movement = movementOf(tooth, 0, last);
  const by = (axes: readonly MovementAxis[], cap: number | null, more: number) =>
    cap === null ? 0 : Math.max(0, Math.ceil((largest(movement, axes) - more) / cap));
  return Math.max(by(translationAxes, step, slack.mm), by(rotationAxes, angle, slack.deg));
}
