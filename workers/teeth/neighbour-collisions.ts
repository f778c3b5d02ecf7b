/** Avoids collisions of neighbours between start and goal: neighbours that would collide move together. */
import { minCollisionDepthMm } from '#events/plan/contacts.ts';
import { multiply, type Pose } from '#events/plan/pose.ts';
import { contactKey, type Fdi, TEETH_BY_ARCH } from '#events/tooth/fdi.ts';
import { measureGap } from '../stages/gap.ts';
import type { GeneratedTreatment } from './design.ts';
import { isLeftHanded, type ToothFrame } from './frame.ts';
import { poseInFrame, toothBodyOf } from './measured-gap.ts';
import { interpolateFrames, moveFrameTowardsGoal, type StageSpan } from './staging.ts';

type PoseAtStage = (stage: number) => Pose;

/** Returns a tooth's pose at a stage. */
function wayOf(from: ToothFrame, to: ToothFrame, span: StageSpan): PoseAtStage {
  const first = poseInFrame(from);
  return stage => {
    const { p, q } = interpolateFrames(
      from,
      to,
      Math.min(1, Math.max(0, (stage - span.from) / (span.to - span.from || 1))),
    );
    const [x = 0, y = 0, z = 0] = p;
    const [i = 0, j = 0, k = 0, w = 1] = q;
    return { p: [x, y, z], q: multiply([i, j, k, w], first.q) };
  };
}

/** Samples between any two ends of the neighbours' spans. */
const looksBetween = 2;

/** Greatest overlap of two neighbours on their way beyond that at its ends, mm. */
function clash(design: GeneratedTreatment, a: Fdi, b: Fdi, spans: ReadonlyMap<Fdi, StageSpan>): number {
  const frames = [design.start.get(a), design.goal.get(a), design.start.get(b), design.goal.get(b)] as const;
  const [from, to, otherFrom, otherTo] = frames;
  const [span, other] = [spans.get(a), spans.get(b)];
  if (!from || !to || !otherFrom || !otherTo || !span || !other) return 0;
  const { crowns } = design;
  const [first, second] = [
    toothBodyOf(a, crowns, isLeftHanded(from)),
    toothBodyOf(b, crowns, isLeftHanded(otherFrom)),
  ];
  const [way, otherWay] = [wayOf(from, to, span), wayOf(otherFrom, otherTo, other)];
  const turns = [...new Set([span.from, span.to, other.from, other.to])].sort((x, y) => x - y);
  const start = turns[0] ?? 0;
  const stages = turns
    .slice(1)
    .flatMap((end, i) =>
      Array.from(
        { length: looksBetween },
        (_, k) => (turns[i] ?? 0) + (((k + 1) / looksBetween) * (end - (turns[i] ?? 0)) || 0),
      ),
    );
  const overlap = (stage: number) =>
    Math.max(0, -(measureGap(first, way(stage), second, otherWay(stage), 0)?.mm ?? 0));
  const allowed = Math.max(design.ipr.get(contactKey(a, b)) ?? 0, overlap(start)) + minCollisionDepthMm;
  return Math.max(0, ...stages.map(stage => overlap(stage) - allowed));
}

/** Number of rounds that tie neighbours, and that ease their movement. */
const rounds = 4;
/** Share of its movement that a tooth keeps if it still collides with a neighbour. */
const kept = 0.7;

type Pair = readonly [Fdi, Fdi];

const pairsOf = ({ teeth }: GeneratedTreatment): Pair[] =>
  Object.values(TEETH_BY_ARCH).flatMap(row => {
    const there = row.filter(tooth => teeth.includes(tooth));
    return there.slice(1).map((tooth, i): Pair => [there[i] ?? tooth, tooth]);
  });

/** Spans of the teeth, and the neighbours that still collide. */
export type NeighbourTieOutcome = { spans: ReadonlyMap<Fdi, StageSpan>; clashing: readonly Pair[] };

const beside = (pairs: readonly Pair[], changed: ReadonlySet<Fdi>) =>
  pairs.filter(pair => pair.some(tooth => changed.has(tooth)));

/** Gives neighbours that would collide the same span. */
export function tieNeighbours(
  design: GeneratedTreatment,
  spans: ReadonlyMap<Fdi, StageSpan>,
): NeighbourTieOutcome {
  const tied = new Map(spans);
  const pairs = pairsOf(design);
  const clashing = new Map<string, Pair>();
  let asked: readonly Pair[] = pairs;
  for (let round = 0; round < rounds && asked.length > 0; round++) {
    const changed = new Set<Fdi>();
    for (const pair of asked) {
      const [a, b] = pair;
      const [one, other] = [tied.get(a), tied.get(b)];
      clashing.delete(pair.join());
      if (!one || !other || clash(design, a, b, tied) === 0) continue;
      clashing.set(pair.join(), pair);
      if (one.from === other.from && one.to === other.to) continue;
      const both = { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
      tied.set(a, both).set(b, both);
      changed.add(a).add(b);
    }
    asked = beside(pairs, changed);
  }
  return { spans: tied, clashing: [...clashing.values(), ...asked] };
}

/** Moves the start of teeth that still collide nearer to their goal. */
export function reduceMovementOfColliding(
  design: GeneratedTreatment,
  { spans, clashing }: NeighbourTieOutcome,
): GeneratedTreatment {
  let found = design;
  let asked = clashing;
  for (let round = 0; round < rounds && asked.length > 0; round++) {
    const changed = new Set(asked.filter(([a, b]) => clash(found, a, b, spans) > 0).flat());
    const start = new Map(found.start);
    for (const tooth of changed) {
      const [from, to] = [start.get(tooth), found.goal.get(tooth)];
      if (from && to) start.set(tooth, moveFrameTowardsGoal(from, to, kept));
    }
    found = { ...found, start };
    asked = beside(pairsOf(design), changed);
  }
  return found;
}
