/** Button rights (lifecycle.md, Rights): menu entries, and the actions that a position may ever take. */

import { actionTargetNames } from '#events/case/action-targets.ts';
import { actionsEverAllowed } from '#events/case/permissions.ts';
import { menuRights, type Viewer } from '#events/person/position.ts';

/** Ids of the buttons that a person may ever use: menu rights, action names, and product-spec.md's names for the actions. */
export function buttonIdsOf(viewer: Viewer): string[] {
  const actions = actionsEverAllowed(viewer.position);
  const spoken = actions.flatMap(action => actionTargetNames[action] ?? []);
  return [...new Set([...menuRights(viewer), ...actions, ...spoken])];
}
