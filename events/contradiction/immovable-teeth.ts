/** Rules on immovable teeth, against the answers that would move them. */
import { orderedArches } from '../case/draft.ts';
import { marksOf } from '../case/markers.ts';
import type { Option } from '../case/options.ts';
import { archOf, type Fdi, inScreenOrder } from '../tooth/fdi.ts';
import { clinicalDefaults } from './defaults.ts';
import {
  type ContradictionFacts,
  type ContradictionFix,
  type ContradictionRule,
  createMarkersFix,
  createPrescriptionFix,
  createRuleFinding,
  difference,
  intersection,
  treatedTeethAtPositions,
} from './rule.ts';

const aligners = { method: 1 } as const;

const noMoveOff = (facts: ContradictionFacts, teeth: readonly Fdi[]): ContradictionFix =>
  createMarkersFix(
    'noMoveMarksOff',
    { noMove: difference(marksOf(facts.sections.markers).noMove, teeth) },
    { teeth },
  );

/** Returns the treated teeth at these positions that cannot move, and whether none can move. */
function held(facts: ContradictionFacts, positions: readonly number[]): { teeth: Fdi[]; all: boolean } {
  const there = treatedTeethAtPositions(facts, positions);
  const teeth = intersection(there, marksOf(facts.sections.markers).noMove);
  return { teeth, all: teeth.length > 0 && teeth.length === there.length };
}

/** Returns the ordered kinds of crowding relief for which all, or some, of the teeth cannot move. */
function reliefHeld(facts: ContradictionFacts, how: 'all' | 'some') {
  const relief = facts.sections.prescription.crowdingRelief ?? [];
  const ways = relief.filter(way => {
    const { teeth, all } = held(facts, clinicalDefaults.movedBy[way]);
    return how === 'all' ? all : teeth.length > 0 && !all;
  });
  if (ways.length === 0) return null;
  const teeth = inScreenOrder(ways.flatMap(way => held(facts, clinicalDefaults.movedBy[way]).teeth));
  return createRuleFinding(
    { crowdingRelief: ways, teeth },
    createPrescriptionFix(
      'reliefOut',
      { crowdingRelief: difference(relief, ways) },
      { crowdingRelief: ways },
    ),
    noMoveOff(facts, teeth),
  );
}

const archHeld: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => {
    const { noMove } = marksOf(facts.sections.markers);
    const arches = orderedArches(facts.sections.prescription);
    const of = (row: 'upper' | 'lower') =>
      treatedTeethAtPositions(facts, clinicalDefaults.arch).filter(tooth => archOf(tooth) === row);
    const still = arches.filter(row => of(row).length > 0 && of(row).every(tooth => noMove.includes(tooth)));
    if (still.length === 0) return null;
    const teeth = still.flatMap(of);
    const moving = arches.filter(row => !still.includes(row));
    const leave = moving.map((row): ContradictionFix => {
      const stays = noMove.filter(tooth => archOf(tooth) === row);
      const patch = { prescription: { arch: row }, markers: { noMove: stays, confirmed: undefined } };
      return { way: 'archOther', values: { arch: [row] }, patch };
    });
    return createRuleFinding({ teeth }, ...leave, noMoveOff(facts, teeth));
  },
};

const reliefBlocked: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => reliefHeld(facts, 'all'),
};

const reliefHindered: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => reliefHeld(facts, 'some'),
};

const midlineHeld: ContradictionRule = {
  ...aligners,
  level: 'error',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => {
    const { midline } = facts.sections.prescription;
    const { teeth, all } = held(facts, clinicalDefaults.incisors);
    if (midline === undefined || midline === 'keep' || !all) return null;
    const keep = createPrescriptionFix('midlineKeep', { midline: 'keep', midlineAmount: undefined });
    return createRuleFinding({ midline: [midline], teeth }, keep, noMoveOff(facts, teeth));
  },
};

const movingMolars: readonly Option<'correction'>[] = [157, 158];

const molarsHeld: ContradictionRule = {
  ...aligners,
  level: 'warning',
  at: { section: 'markers', field: 'noMove' },
  looks: facts => {
    const { prescription: rx, diagnosis } = facts.sections;
    const correction = intersection(movingMolars, diagnosis.corrections);
    const molarAdjustment = intersection(
      ['distalize', 'mesialize'],
      rx.molarAdjustment ? [rx.molarAdjustment] : [],
    );
    const { teeth, all } = held(facts, clinicalDefaults.molars);
    if (!all || correction.length + molarAdjustment.length === 0) return null;
    const corrections = difference(diagnosis.corrections, movingMolars);
    const patch = { diagnosis: { corrections }, prescription: { molarAdjustment: 'keep' as const } };
    return createRuleFinding(
      { correction, molarAdjustment, teeth },
      { way: 'molarsKeep', patch },
      noMoveOff(facts, teeth),
    );
  },
};

export const immovableTeethRules = { archHeld, reliefBlocked, reliefHindered, midlineHeld, molarsHeld };
