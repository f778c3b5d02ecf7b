/** Opening a refinement: the event in the original case, and the new case. */
import { refinementCommand, refinementEvents } from '../command/refinement.ts';
import type { CaseLife } from './case-life.ts';
import { between } from './chance.ts';
import { refinementSteps } from './draft-steps.ts';
import { reasonedNote } from './notes.ts';
import { refinedOrder } from './orders.ts';
import { MINUTE } from './work-calendar.ts';
import type { YearWorld } from './year-world.ts';

/** True if the year still has an arrival that the refinement replaces, so that the number of cases stays as asked. */
export const mayRefine = ({ parent }: CaseLife, { orders }: YearWorld): boolean =>
  parent === null && orders.left > orders.owed;

/** Opens the refinement of a case. */
export function openRefinement(life: CaseLife, world: YearWorld): void {
  if (!mayRefine(life, world)) return;
  world.orders.owed += 1;
  const { doctor, order, random } = life;
  const child = world.newLife({ doctor, order: refinedOrder(order, random), parent: life });
  const childId = world.ids.freeCaseId(world.commandOf(child));
  const { note: reason, ...keys } = reasonedNote(random, 'refine');
  const input = { reason, ...keys };
  const openedId = world.actWith(life, doctor.viewer, { action: 'refine', input, childId });
  const command = { id: refinementCommand(openedId), cause: openedId };
  world.record(child, refinementEvents(life.state, childId), doctor.viewer.id, command);
  child.todo = refinementSteps(child, world);
  world.agenda.add(world.clock.now() + between(random, 5, 60) * MINUTE, () => world.goOn(child));
}
