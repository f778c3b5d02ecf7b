/** Actions that may have become impossible when they are due. */
import type { NamedAction } from '#events/case/decider.ts';
import { permissionFor } from '#events/case/permissions.ts';
import { isRefusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import type { CaseLife } from './case-life.ts';
import { isEmployed } from './staff.ts';
import type { YearWorld } from './year-world.ts';

/** Takes an action that the case, or the person's absence, may no longer allow. @returns false if it was refused */
export function attemptAction(
  life: CaseLife,
  world: YearWorld,
  viewer: Viewer,
  [action, input]: readonly [NamedAction, object],
): boolean {
  const person = world.person(viewer.id);
  if (person && !isEmployed(person, world.clock.now())) return false;
  if (permissionFor(viewer, action, life.state) !== 'yes') return false;
  try {
    world.act(life, viewer, action, input);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return false;
  }
}
