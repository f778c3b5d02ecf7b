/** The movement table: what each tooth does between any two stages. */
import { inScreenOrder } from '../tooth/fdi.ts';
import type { PlanBundle } from './bundle.ts';
import { type Movement, movementAxes, movementOf, unitOfAxis } from './movement.ts';

export type MovementRow = {
  fdi: PlanBundle['teeth'][number]['fdi'];
  movement: Movement;
  /** Whether anything of it shows with one decimal place of a millimetre or a degree. */
  moves: boolean;
};

/** What is shown as 0.0 is no movement. */
const shown = { mm: 0.05, deg: 0.05 };

/** In screen order; an arch whose stages are over waits at its goal. */
export function movementRows(bundle: Pick<PlanBundle, 'teeth'>, from: number, to: number): MovementRow[] {
  const rows = new Map(bundle.teeth.map(tooth => [tooth.fdi, movementOf(tooth, from, to)]));
  return inScreenOrder(rows.keys()).flatMap(fdi => {
    const movement = rows.get(fdi);
    if (!movement) return [];
    const moves = movementAxes.some(axis => Math.abs(movement[axis]) >= shown[unitOfAxis(axis)]);
    return [{ fdi, movement, moves }];
  });
}
