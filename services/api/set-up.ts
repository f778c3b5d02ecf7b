/** The steps of a new organisation's set-up list. Whether a step is done follows from the data, not from a stored mark. */
import { addressFold } from '#events/address/addresses.ts';
import { isSettingUp, type SetUpStep, setUpStepsForPosition } from '#events/person/set-up.ts';
import { presetFold } from '#events/preset/presets.ts';
import type { PresentCtx } from '#projections/present.ts';
import { createCommandHandler } from '../command/handler.ts';
import type { ApiDeps } from './deps.ts';

export type SetUpItem = { id: SetUpStep; done: boolean };

/** Returns a function that lists the viewer's steps; undefined, without a wait, for people without a set-up list. */
export function createSetUpList(deps: ApiDeps) {
  const { models, clock } = deps;
  const addresses = createCommandHandler(deps, addressFold);
  const presets = createCommandHandler(deps, presetFold);
  const itemsOf = async (ctx: PresentCtx): Promise<SetUpItem[]> => {
    const { id, position } = ctx.viewer;
    const done: Record<SetUpStep, boolean> = {
      address: (await addresses.load(id)).list.length > 0,
      preferences: (await presets.load(id)).list.length > 0,
      assistants: [...models.directory().people.values()].some(({ serves }) => serves.includes(id)),
      firstCase: models.casesOf(ctx, id, 1).length > 0,
    };
    return setUpStepsForPosition(position).map(step => ({ id: step, done: done[step] }));
  };
  return (ctx: PresentCtx): Promise<SetUpItem[]> | undefined =>
    isSettingUp(models.directory(), ctx.viewer.id, clock.now()) ? itemsOf(ctx) : undefined;
}

/** True while a step is open. */
export const isSetUpOpen = (items: readonly SetUpItem[]): boolean => items.some(({ done }) => !done);
