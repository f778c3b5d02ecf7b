/** Evaluates a plan's measured contacts at each stage, against the IPR done by then. */
import { archOf, contactKey, type Fdi, TEETH_BY_ARCH } from '../tooth/fdi.ts';
import type { PlanBundle } from './bundle.ts';

/** Distance in mm below which surfaces count as touching, given a scan's precision. */
export const touchToleranceMm = 0.05;

/**
 * Overlap in mm beyond the IPR from which two teeth collide. Measured on 606 near contacts of three generated
 * plans: a GLB's 14 bits change a gap by less than 0.001, reducing a crown from 5500 to 3000 triangles by
 * less than 0.018 (99 % within 0.017), and a scanner repeats a tooth to within a few hundredths. A deeper
 * overlap is none of these errors. A coarse shape (some 500 triangles) is off by up to 0.13 and is never
 * measured.
 */
export const minCollisionDepthMm = 0.05;

export type ContactKind = 'neighbour' | 'opposing';

/** Neighbours in screen order; for opposing teeth, the upper one first. */
export type ToothPair = readonly [Fdi, Fdi];

/** A contact measured on the shapes. `gap` in mm; negative: depth of the overlap. */
export type FoundContact = { kind: ContactKind; teeth: ToothPair; gap: number };

export type Collision = {
  kind: ContactKind;
  teeth: ToothPair;
  /** Overlap beyond the allowance (see `evaluateStageContacts`), mm. */
  mm: number;
};

export type StageIpr = {
  teeth: ToothPair;
  /** IPR planned up to this stage, mm. */
  planned: number;
  /** Overlap in mm of the shapes, which have no IPR applied. */
  overlap: number;
  /** Missing IPR in mm; 0 within `minCollisionDepthMm`. */
  missing: number;
};

type OpenContact = {
  teeth: ToothPair;
  /** Width of the gap including IPR, mm. */
  mm: number;
  /** Increase of the gap since the start, mm. */
  opened: number;
};

export type StageContacts = {
  /** Collisions, the deepest first. */
  collisions: Collision[];
  /** Contacts with IPR planned so far, or with IPR missing. */
  ipr: StageIpr[];
  /** Neighbours that do not touch. */
  gaps: OpenContact[];
  /** Pairs of upper and lower teeth that touch. */
  occlusal: ToothPair[];
};

/** Contacts of a plan at each stage from 0. */
export type ContactReport = { stages: StageContacts[]; origin: 'measured' };

/** Returns the IPR planned at a contact up to a stage, mm. */
const plannedAt = ({ ipr }: Pick<PlanBundle, 'ipr'>, [a, b]: ToothPair, stage: number): number => {
  const key = contactKey(a, b);
  return ipr.reduce((sum, one) => sum + (one.contact === key && one.before <= stage ? one.mm : 0), 0);
};

/** Whether a pontic fills the gap. */
function filled({ pontics }: Pick<PlanBundle, 'pontics'>, [a, b]: ToothPair): boolean {
  const row: readonly Fdi[] = TEETH_BY_ARCH[archOf(a)];
  const between = row.slice(row.indexOf(a) + 1, row.indexOf(b));
  return pontics.some(({ tooth }) => between.includes(tooth));
}

type Wear = Pick<PlanBundle, 'ipr' | 'pontics'>;

/**
 * Evaluates the contacts of one stage. The shapes are those of the scan, so two teeth may overlap by the IPR
 * done so far or by their overlap at the start, whichever is more: teeth cut out of one scan overlap a
 * little, and bites are recorded slightly too deep. A collision is at least `minCollisionDepthMm` deeper than that.
 * @param start the contacts of stage 0
 */
export function evaluateStageContacts(
  plan: Wear,
  found: readonly FoundContact[],
  start: readonly FoundContact[],
  stage: number,
): StageContacts {
  const before = new Map(start.map(({ teeth, gap }) => [teeth.join(), gap]));
  const neighbours = found.filter(({ kind }) => kind === 'neighbour');
  const plannedOf = ({ kind, teeth }: FoundContact) =>
    kind === 'neighbour' ? plannedAt(plan, teeth, stage) : 0;
  const overlapOf = (gap: number | undefined) => Math.max(0, -(gap ?? 0));
  const beyond = (contact: FoundContact) =>
    -contact.gap - Math.max(plannedOf(contact), overlapOf(before.get(contact.teeth.join())));
  return {
    collisions: found
      .filter(contact => beyond(contact) > minCollisionDepthMm)
      .map(contact => ({ kind: contact.kind, teeth: contact.teeth, mm: beyond(contact) }))
      .sort((a, b) => b.mm - a.mm),
    ipr: neighbours.flatMap((contact): StageIpr[] => {
      const planned = plannedOf(contact);
      const overlap = overlapOf(contact.gap);
      const missing = beyond(contact) > minCollisionDepthMm ? beyond(contact) : 0;
      return planned > 0 || missing > 0 ? [{ teeth: contact.teeth, planned, overlap, missing }] : [];
    }),
    gaps: neighbours.flatMap((contact): OpenContact[] => {
      const mm = contact.gap + plannedOf(contact);
      if (mm <= touchToleranceMm || filled(plan, contact.teeth)) return [];
      const was = Math.max(0, before.get(contact.teeth.join()) ?? mm);
      return [{ teeth: contact.teeth, mm, opened: mm - was }];
    }),
    occlusal: found
      .filter(({ kind, gap }) => kind === 'opposing' && gap <= touchToleranceMm)
      .map(({ teeth: [upper, lower] }) => [upper, lower]),
  };
}

/** Two teeth that collide at one aligner or more. */
export type CollidingPair = {
  kind: ContactKind;
  teeth: ToothPair;
  /** Aligners at which they collide, from 1. */
  stages: number[];
  /** Greatest depth in mm, and the first aligner with it. */
  mm: number;
  deepest: number;
};

/** Returns the pairs that collide at any aligner, deepest first. */
export function collidingPairs({ stages }: ContactReport): CollidingPair[] {
  const pairs = new Map<string, CollidingPair>();
  stages.forEach(({ collisions }, stage) => {
    for (const { kind, teeth, mm } of collisions) {
      const known = pairs.get(teeth.join());
      if (!known) pairs.set(teeth.join(), { kind, teeth, stages: [stage], mm, deepest: stage });
      else {
        known.stages.push(stage);
        if (mm > known.mm) Object.assign(known, { mm, deepest: stage });
      }
    }
  });
  return [...pairs.values()].sort((a, b) => b.mm - a.mm);
}
