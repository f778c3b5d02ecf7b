/** Button rights (lifecycle.md, Rights): menu entries, and the name of each action that the position may ever take. */

import { targets } from '#events/case/action-targets.ts';
import { possibleActions } from '#events/case/may.ts';
import { menuRights, type Viewer } from '#events/person/position.ts';

/** The `buttonIds` of a person: rights of the menu, action names, and product-spec.md's names for the same actions. */
export function buttonIds(viewer: Viewer): string[] {
  const actions = possibleActions(viewer.position);
  const spoken = actions.flatMap(action => targets[action] ?? []);
  return [...new Set([...menuRights(viewer), ...actions, ...spoken])];
}
