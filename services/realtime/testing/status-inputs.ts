/**
 * Random inputs that lead a walk through every status: half-filled prescriptions, lingual cases, plaster
 * models, batches.
 */
import { approvedPlan } from '#events/plan/plan.ts';
import { sampleParcel } from '#events/script/orders.ts';
import { sectionGenerators } from '#events/script/sections.ts';
import { remainingStages } from '#events/shipment/shipment.ts';
import type { WalkOptions } from '#projections/testing/walk.ts';

export const randomInputsForAllStatuses: NonNullable<WalkOptions['ways']> = {
  sections: {
    prescription: random => {
      const whole = sectionGenerators.prescription(random);
      if (random.chance(0.15)) return { method: 1, arch: 'both' };
      if (random.chance(0.7)) return whole;
      const lingual = [
        {},
        { archShape: 'oval', archWidth: 'keep' },
        { archShape: 'oval', archWidth: 'keep', brackets: { 11: ['B'] } },
        { archShape: 'oval', archWidth: 'keep', brackets: { 11: ['B'] }, torque: { 11: 5 } },
      ] as const;
      return { method: 2, lingual: { ...random.pick(lingual) } };
    },
    data: random => {
      const { dataOrderNumber, ...delivery } = sectionGenerators.data(random);
      const plaster = { ...delivery, courier: sampleParcel.courier };
      const digital = { ...delivery, dataOrderNumber };
      return random.pick([plaster, { ...delivery, ...sampleParcel }, digital, digital]);
    },
  },
  inputs: {
    scheduleProduction: (state, { random }) => {
      const plan = approvedPlan(state);
      const upper = plan && remainingStages(state, plan).upper;
      const first = upper && random.chance(0.6) ? { from: upper.from, to: upper.from } : undefined;
      return { upper: first };
    },
  },
};
