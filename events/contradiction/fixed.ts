/** Rules on immovable teeth, against the answers that would move them. */
import { orderedArches } from '../case/draft.ts';
import { marksOf } from '../case/markers.ts';
import type { Option } from '../case/options.ts';
import { arch, type Fdi, inScreenOrder } from '../tooth/fdi.ts';
import { clinical } from './defaults.ts';
import {
  among,
  byMarkers,
  byPrescription,
  type Facts,
  found,
  type Rule,
  treated,
  type Way,
  without,
} from './rule.ts';

const aligners = { method: 1 } as const;

const noMoveOff = (facts: Facts, teeth: readonly Fdi[]): Way =>
  byMarkers('noMoveMarksOff', { noMove: without(marksOf(facts.sections.markers).noMove, teeth) }, { teeth });

/** Returns the treated teeth at these positions that cannot move, and whether none can move. */
function held(facts: Facts, positions: readonly number[]): { teeth: Fdi[]; all: boolean } {
  const there = treated(facts, positions);
  const teeth = among(there, marksOf(facts.sections.markers).noMove);
  return { teeth, all: teeth.length > 0 && teeth.length === there.length };
}

/** Returns the ordered kinds of crowding relief for which all, or some, of the teeth cannot move. */
function reliefHeld(facts: Facts, how: 'all' | 'some') {
  const relief = facts.sections.prescription.crowdingRelief ?? [];
  const ways = relief.filter(way => {
    const { teeth, all } = held(facts, clinical.movedBy[way]);
    return how === 'all' ? all : teeth.length > 0 && !all;
  });
  if (ways.length === 0) return null;
  const teeth = inScreenOrder(ways.flatMap(way => held(facts, clinical.movedBy[way]).teeth));
  return found(
    { crowdingRelief: ways, teeth },
    byPrescription('reliefOut', { crowdingRelief: without(relief, ways) }, { crowdingRelief: ways }),
    noMoveOff(facts, teeth),
  );
}

const archHeld: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => {
    const { noMove } = marksOf(facts.sections.markers);
    const arches = orderedArches(facts.sections.prescription);
    const of = (row: 'upper' | 'lower') => treated(facts, clinical.arch).filter(tooth => arch(tooth) === row);
    const still = arches.filter(row => of(row).length > 0 && of(row).every(tooth => noMove.includes(tooth)));
    if (still.length === 0) return null;
    const teeth = still.flatMap(of);
    const moving = arches.filter(row => !still.includes(row));
    const leave = moving.map((row): Way => {
      const stays = noMove.filter(tooth => arch(tooth) === row);
      const patch = { prescription: { arch: row }, markers: { noMove: stays, confirmed: undefined } };
      return { way: 'archOther', values: { arch: [row] }, patch };
    });
    return found({ teeth }, ...leave, noMoveOff(facts, teeth));
  },
};

const reliefBlocked: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => reliefHeld(facts, 'all'),
};

const reliefHindered: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => reliefHeld(facts, 'some'),
};

const midlineHeld: Rule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => {
    const { midline } = facts.sections.prescription;
    const { teeth, all } = held(facts, clinical.incisors);
    if (midline === undefined || midline === 'keep' || !all) return null;
    const keep = byPrescription('midlineKeep', { midline: 'keep', midlineAmount: undefined });
    return found({ midline: [midline], teeth }, keep, noMoveOff(facts, teeth));
  },
};

const movingMolars: readonly Option<'correction'>[] = [157, 158];

const molarsHeld: Rule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => {
    const { prescription: rx, diagnosis } = facts.sections;
    const correction = among(movingMolars, diagnosis.corrections);
    const molarAdjustment = among(['distalize', 'mesialize'], rx.molarAdjustment ? [rx.molarAdjustment] : []);
    const { teeth, all } = held(facts, clinical.molars);
    if (!all || correction.length + molarAdjustment.length === 0) return null;
    const corrections = without(diagnosis.corrections, movingMolars);
    const patch = { diagnosis: { corrections }, prescription: { molarAdjustment: 'keep' as const } };
    return found(
      { correction, molarAdjustment, teeth },
      { way: 'molarsKeep', patch },
      noMoveOff(facts, teeth),
    );
  },
};

export const fixedRules = { archHeld, reliefBlocked, reliefHindered, midlineHeld, molarsHeld };
