/** Movements as text: 0.8 mm to buccal, 12.0° rotation to mesial. */
import type { TFunction } from 'i18next';
import { type Movement, type MovementAxis, movementAxes, unitOfAxis } from '#events/plan/movement.ts';

/** Smallest visible movement: less is within the precision of scanner and printer. */
export const visibleThreshold = { mm: 0.05, deg: 0.5 } as const;

export const isVisibleMovement = (axis: MovementAxis, value: number): boolean =>
  Math.abs(value) >= visibleThreshold[unitOfAxis(axis)];

const digits = { mm: 1, deg: 1 } as const;

/** Formats as `+0.8`, `−12.0`, or `0` if it rounds to nothing. */
export function signedAmountText(
  axis: MovementAxis,
  value: number,
  places: number = digits[unitOfAxis(axis)],
): string {
  const text = Math.abs(value).toFixed(places);
  if (Number(text) === 0) return '0';
  return `${value < 0 ? '−' : '+'}${text}`;
}

/** Formats as `0.8 mm to buccal`. The direction depends on the sign. */
export function movementText(t: TFunction<'viewer'>, axis: MovementAxis, value: number): string {
  const amount = Math.abs(value).toFixed(digits[unitOfAxis(axis)]);
  return t(`move.${axis}.${value < 0 ? 'minus' : 'plus'}`, { amount });
}

/** Returns the axes with visible movement, the largest multiple of `visibleThreshold` first. */
export const movedAxes = (movement: Movement): MovementAxis[] =>
  movementAxes
    .filter(axis => isVisibleMovement(axis, movement[axis]))
    .toSorted(
      (a, b) =>
        Math.abs(movement[b]) / visibleThreshold[unitOfAxis(b)] -
        Math.abs(movement[a]) / visibleThreshold[unitOfAxis(a)],
    );
