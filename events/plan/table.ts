/** The movement table: each tooth's movement between any two stages. */
import { inScreenOrder } from '../tooth/fdi.ts';
import type { PlanBundle } from './bundle.ts';
import { type Movement, movementAxes, movementOf, unitOfAxis } from './movement.ts';

export type MovementRow = {
  fdi: PlanBundle['teeth'][number]['fdi'];
  movement: Movement;
  /** Whether any value rounds to at least 0.1 mm or 0.1 degrees. */
  moves: boolean;
};

/** A movement shown as 0.0 counts as none. */
const shown = { mm: 0.05, deg: 0.05 };

/** Returns the rows of the movement table in screen order. An arch past its last stage stays at its goal. */
export function movementRows(bundle: Pick<PlanBundle, 'teeth'>, from: number, to: number): MovementRow[] {
  const rows = new Map(bundle.teeth.map(tooth => [tooth.fdi, movementOf(tooth, from, to)]));
  return inScreenOrder(rows.keys()).flatMap(fdi => {
    const movement = rows.get(fdi);
    if (!movement) return [];
    const moves = movementAxes.some(axis => Math.abs(movement[axis]) >= shown[unitOfAxis(axis)]);
    return [{ fdi, movement, moves }];
  });
}
