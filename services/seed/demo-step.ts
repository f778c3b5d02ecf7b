/** A step of the demo, and its constructors: who takes it, how long it takes, and what it does. */
import type { NamedAction } from '#events/case/decider.ts';
import type { Slot } from '#events/case/options.ts';
import type { Reason } from '#events/case/reasons.ts';
import { latestVersion } from '#events/plan/plan.ts';
import type { CasePlayer } from './case-player.ts';
import type { BilingualText } from './case-texts.ts';

/** Role that takes the step. The case assigns a person to it. */
export type DemoCaseRole =
  | 'owner'
  | 'clerk'
  | 'assignee'
  | 'expert'
  | 'supervisor'
  | 'service'
  | 'vendor'
  | 'system'
  | 'patient';

export type DemoStep = {
  by: DemoCaseRole;
  /** Hours since the previous step: minimum and maximum. */
  hours: readonly [number, number];
  play: (p: CasePlayer) => Promise<void>;
};

/** A few minutes: `hours` of a step that directly follows another. */
export const shortDelayHours = [0.05, 0.3] as const;

/** Creates a step that takes an action with the script's input. `change`: fields with the demo's own texts. */
export const actionStep = (
  by: DemoCaseRole,
  hours: readonly [number, number],
  action: NamedAction,
  change?: (p: CasePlayer) => object,
): DemoStep => ({
  by,
  hours,
  play: p => p.take(by, action, change?.(p)),
});

/** Returns the bundle of the newest version, which the reviewer has seen. */
const bundleOf = ({ state }: CasePlayer, list: 'plans' | 'targets') => latestVersion(state[list])?.bundle;
export const approvalInputOf = (list: 'plans' | 'targets') => (p: CasePlayer) => ({
  bundle: bundleOf(p, list),
});
export const refusalInputOf =
  (list: 'plans' | 'targets', said: BilingualText, reasons: readonly Reason[]) => (p: CasePlayer) => ({
    result: 'refused',
    note: p.say(said),
    reasons,
    bundle: bundleOf(p, list),
  });
export const noteInputOf = (said: BilingualText, reasons?: readonly Reason[]) => (p: CasePlayer) => ({
  note: p.say(said),
  reasons,
});

export const prescriptionStep = (pick: (p: CasePlayer) => object): DemoStep => ({
  by: 'owner',
  hours: shortDelayHours,
  play: p => p.save('prescription', pick(p)),
});

export const attachPicturesStep = (
  by: DemoCaseRole,
  hours: readonly [number, number],
  kind: 'photo' | 'radiograph',
  which: readonly Slot[],
): DemoStep => ({
  by,
  hours,
  play: async p => {
    for (const slot of which) await p.attach(by, kind, slot);
  },
});
