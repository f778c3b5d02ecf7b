/** A step of the demo, and the ways to make one: who takes it, how long it takes, and what it does. */
import type { NamedAction } from '#events/case/decider.ts';
import type { Slot } from '#events/case/options.ts';
import { latestVersion } from '#events/plan/plan.ts';
import type { Player } from './player.ts';
import type { Said } from './words.ts';

/** Whose turn it is; the case says who that is. */
export type Role =
  | 'owner'
  | 'clerk'
  | 'assignee'
  | 'expert'
  | 'supervisor'
  | 'service'
  | 'vendor'
  | 'system'
  | 'patient';

export type Step = {
  by: Role;
  /** Time that it takes from the step before, in hours: at least, at most. */
  hours: readonly [number, number];
  play: (p: Player) => Promise<void>;
};

export const soon = [0.05, 0.3] as const;

/** An action with the script's input; `change` has the fields that the demo says in its own words. */
export const act = (
  by: Role,
  hours: readonly [number, number],
  action: NamedAction,
  change?: (p: Player) => object,
): Step => ({
  by,
  hours,
  play: p => p.take(by, action, change?.(p)),
});

/** Of the version that was looked at: the newest. */
const bundleOf = ({ state }: Player, list: 'plans' | 'targets') => latestVersion(state[list])?.bundle;
export const approved = (list: 'plans' | 'targets') => (p: Player) => ({ bundle: bundleOf(p, list) });
export const refusedWith = (list: 'plans' | 'targets', said: Said) => (p: Player) => ({
  result: 'refused',
  note: p.say(said),
  bundle: bundleOf(p, list),
});
export const noted = (said: Said) => (p: Player) => ({ note: p.say(said) });

export const rxOnly = (pick: (p: Player) => object): Step => ({
  by: 'owner',
  hours: soon,
  play: p => p.save('prescription', pick(p)),
});

export const attach = (
  by: Role,
  hours: readonly [number, number],
  kind: 'photo' | 'radiograph',
  which: readonly Slot[],
): Step => ({
  by,
  hours,
  play: async p => {
    for (const slot of which) await p.attach(by, kind, slot);
  },
});
