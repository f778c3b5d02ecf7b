/** A step of the demo, and its constructors: who takes it, how long it takes, and what it does. */
import type { NamedAction } from '#events/case/decider.ts';
import type { Slot } from '#events/case/options.ts';
import { latestVersion } from '#events/plan/plan.ts';
import type { BilingualText } from './case-texts.ts';
import type { Player } from './player.ts';

/** Role that takes the step. The case assigns a person to it. */
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
  /** Hours since the previous step: minimum and maximum. */
  hours: readonly [number, number];
  play: (p: Player) => Promise<void>;
};

export const soon = [0.05, 0.3] as const;

/** An action with the script's input. `change`: fields with the demo's own texts. */
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

/** Bundle of the newest version, which was reviewed. */
const bundleOf = ({ state }: Player, list: 'plans' | 'targets') => latestVersion(state[list])?.bundle;
export const approved = (list: 'plans' | 'targets') => (p: Player) => ({ bundle: bundleOf(p, list) });
export const refusedWith = (list: 'plans' | 'targets', said: BilingualText) => (p: Player) => ({
  result: 'refused',
  note: p.say(said),
  bundle: bundleOf(p, list),
});
export const noted = (said: BilingualText) => (p: Player) => ({ note: p.say(said) });

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
