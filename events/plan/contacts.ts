/** What the teeth of a plan do to each other at each of its stages, beside what the plan takes off them until then. */
import { arch, contactKey, type Fdi, ROWS } from '../tooth/fdi.ts';
import type { PlanBundle } from './bundle.ts';

/** mm between surfaces that touch each other, as far as a scan can tell. */
export const touch = 0.05;

/**
 * mm beyond what was taken off from which on two teeth collide. Measured on 606 near contacts of three made plans: a
 * GLB's 14 bits change a gap by less than 0.001, a crown of 5500 triangles cut down to 3000 by less than 0.018 (99 %
 * within 0.017); and a scanner repeats a tooth to within a few hundredths. What is less deep may be either of these,
 * what is deeper is neither. A coarse shape (some 500 triangles) is wrong by up to 0.13: it is not measured on.
 */
export const collisionFrom = 0.05;

export type ContactKind = 'neighbour' | 'opposing';

/** Of neighbours in screen order; of opposing teeth the upper one first. */
export type Pair = readonly [Fdi, Fdi];

/** As it was measured on the shapes: mm between the two; negative: how deep they stand in each other. */
export type FoundContact = { kind: ContactKind; teeth: Pair; gap: number };

export type Collision = {
  kind: ContactKind;
  teeth: Pair;
  /** mm that they stand in each other beyond what is allowed them: see `stageContacts`. */
  mm: number;
};

export type StageIpr = {
  teeth: Pair;
  /** mm that the plan takes off until this stage. */
  planned: number;
  /** mm that the shapes, which nothing was taken off, stand in each other here. */
  overlap: number;
  /** mm still needed beyond what is allowed; 0 where it is within `collisionFrom`. */
  missing: number;
};

export type OpenContact = {
  teeth: Pair;
  /** mm between them, what was taken off them included. */
  mm: number;
  /** mm by which it is wider than at the start. */
  opened: number;
};

export type StageContacts = {
  /** Deepest first. */
  collisions: Collision[];
  /** Contacts at which something is taken off until now, or would have to be. */
  ipr: StageIpr[];
  /** Neighbours that do not touch. */
  gaps: OpenContact[];
  /** Upper and lower teeth that touch. */
  occlusal: Pair[];
};

/** By stage, from 0 on. */
export type ContactReport = { stages: StageContacts[]; origin: 'measured' };

/** mm taken off a contact until a stage. */
const plannedAt = ({ ipr }: Pick<PlanBundle, 'ipr'>, [a, b]: Pair, stage: number): number => {
  const key = contactKey(a, b);
  return ipr.reduce((sum, one) => sum + (one.contact === key && one.before <= stage ? one.mm : 0), 0);
};

/** A place that a pontic fills is not open. */
function filled({ pontics }: Pick<PlanBundle, 'pontics'>, [a, b]: Pair): boolean {
  const row: readonly Fdi[] = ROWS[arch(a)];
  const between = row.slice(row.indexOf(a) + 1, row.indexOf(b));
  return pontics.some(({ tooth }) => between.includes(tooth));
}

type Wear = Pick<PlanBundle, 'ipr' | 'pontics'>;

/**
 * One stage's contacts in the words of a review. The shapes are those of the scan, so two teeth may stand in each other
 * by what the plan has taken off them until then, or by what they did at the start already, whichever is more: teeth
 * cut out of one scan overlap a little, and bites are recorded a little too deep. Nothing is a collision that is not
 * `collisionFrom` deeper than that.
 * @param start the contacts of stage 0
 */
export function stageContacts(
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
      .filter(contact => beyond(contact) > collisionFrom)
      .map(contact => ({ kind: contact.kind, teeth: contact.teeth, mm: beyond(contact) }))
      .sort((a, b) => b.mm - a.mm),
    ipr: neighbours.flatMap((contact): StageIpr[] => {
      const planned = plannedOf(contact);
      const overlap = overlapOf(contact.gap);
      const missing = beyond(contact) > collisionFrom ? beyond(contact) : 0;
      return planned > 0 || missing > 0 ? [{ teeth: contact.teeth, planned, overlap, missing }] : [];
    }),
    gaps: neighbours.flatMap((contact): OpenContact[] => {
      const mm = contact.gap + plannedOf(contact);
      if (mm <= touch || filled(plan, contact.teeth)) return [];
      const was = Math.max(0, before.get(contact.teeth.join()) ?? mm);
      return [{ teeth: contact.teeth, mm, opened: mm - was }];
    }),
    occlusal: found
      .filter(({ kind, gap }) => kind === 'opposing' && gap <= touch)
      .map(({ teeth: [upper, lower] }) => [upper, lower]),
  };
}

/** Two teeth that collide at one aligner or more. */
export type CollidingPair = {
  kind: ContactKind;
  teeth: Pair;
  /** Aligners at which they do, from 1 on. */
  stages: number[];
  /** The deepest, mm, and the first aligner at which it is so deep. */
  mm: number;
  deepest: number;
};

/** The pairs that collide at any aligner, deepest first. */
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
