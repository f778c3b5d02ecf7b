/** Opening a refinement: the event in the original case, and the new case. */
import { createRefinementEvents, refinementCommandId } from '../command/refinement.ts';
import type { CaseLife } from './case-life.ts';
import { randomBetween } from './chance.ts';
import { refinementDraftSteps } from './draft-steps.ts';
import { pickReasonedNote } from './notes.ts';
import { createRefinementOrder } from './orders.ts';
import { MINUTE_MS } from './work-calendar.ts';
import type { YearWorld } from './year-world.ts';

/** True if the refinement can replace a future arrival of the year, so that the number of cases stays as requested. */
export const hasArrivalToReplace = ({ parent }: CaseLife, { orders }: YearWorld): boolean =>
  parent === null && orders.left > orders.owed;

/** Opens the refinement of a case. */
export function openRefinement(life: CaseLife, world: YearWorld): void {
  if (!hasArrivalToReplace(life, world)) return;
  world.orders.owed += 1;
  const { doctor, order, random } = life;
  const child = world.newLife({ doctor, order: createRefinementOrder(order, random), parent: life });
  const childId = world.ids.freeCaseId(world.commandOf(child));
  const { note: reason, ...keys } = pickReasonedNote(random, 'refine');
  const input = { reason, ...keys };
  const openedId = world.actWith(life, doctor.viewer, { action: 'refine', input, childId });
  const command = { id: refinementCommandId(openedId), cause: openedId };
  world.record(child, createRefinementEvents(life.state, childId), doctor.viewer.id, command);
  child.todo = refinementDraftSteps(child, world);
  world.agenda.add(world.clock.now() + randomBetween(random, 5, 60) * MINUTE_MS, () => world.goOn(child));
}
