/**
 * Measures a plan's contacts and collisions at its stages: between neighbours, and between teeth of opposing
 * arches.
 */
import { isToothPresent, lastStage, type PlanBundle, toothNode } from '#events/plan/bundle.ts';
import { type ContactKind, type ContactReport, evaluateStageContacts } from '#events/plan/contacts.ts';
import { type Pose, poseAtStage, type Vec3 } from '#events/plan/pose.ts';
import { archOf, contactKeys, type Fdi, parseContact, TEETH } from '#events/tooth/fdi.ts';
import type { NamedMesh } from '../mesh/write-glb.ts';
import { createToothBody, measureGap, type ToothBody } from './gap.ts';

export type ToothContact = {
  kind: ContactKind;
  /** The two teeth in screen order; for opposing teeth, the upper one first. */
  teeth: readonly [Fdi, Fdi];
  /** Gap between the teeth in mm; negative for the depth of an overlap. */
  gap: number;
  /** Position of the contact, world coordinates, mm. */
  at: Vec3;
  /** Area of the first tooth's surface in contact with the second, mm². */
  area: number;
  origin: 'measured';
};

/** Distance in mm beyond which opposing teeth are not reported. */
export const opposingReachMm = 0.5;

export type ContactMeter = {
  /** Returns the contacts of a stage. Results are cached. */
  at(stage: number): readonly ToothContact[];
  /**
   * Returns the contacts of one tooth in another pose at a stage. Measures only nearby teeth, fast enough for
   * dragging.
   */
  moved(tooth: Fdi, pose: Pose, stage: number): ToothContact[];
};

type Pair = { kind: ContactKind; teeth: readonly [Fdi, Fdi] };

/** Returns neighbours, skipping absent teeth, and every upper tooth with every lower one. */
function pairsOf(present: readonly Fdi[]): Pair[] {
  const absent = TEETH.filter(fdi => !present.includes(fdi));
  const neighbours = contactKeys(absent).flatMap((key): Pair[] => {
    const teeth = parseContact(key);
    return teeth ? [{ kind: 'neighbour', teeth }] : [];
  });
  const of = (row: 'upper' | 'lower') => present.filter(fdi => archOf(fdi) === row);
  const opposing = of('upper').flatMap(upper =>
    of('lower').map((lower): Pair => ({ kind: 'opposing', teeth: [upper, lower] })),
  );
  return [...neighbours, ...opposing];
}

const samePose = (a: Pose, b: Pose) =>
  a.p.every((value, i) => value === b.p[i]) && a.q.every((value, i) => value === b.q[i]);

type Known = { a: Pose; b: Pose; contact: ToothContact | undefined };

/** The teeth of a bundle with their shapes. Each shape is prepared once. */
function createCast(bundle: PlanBundle, parts: readonly NamedMesh[]) {
  const teeth = new Map(bundle.teeth.map(tooth => [tooth.fdi, tooth]));
  const nodes = new Map(parts.map(({ name, mesh }) => [name, mesh]));
  const bodies = new Map<string, ToothBody | undefined>();
  const nameOf = (fdi: Fdi, stage: number) => {
    const shapes = teeth.get(fdi)?.shapes;
    return shapes?.[Math.min(stage, shapes.length - 1)] ?? toothNode(fdi);
  };
  return {
    present: [...teeth.keys()],
    changes: (fdi: Fdi) => teeth.get(fdi)?.shapes !== undefined,
    there: (fdi: Fdi, stage: number) => isToothPresent(teeth.get(fdi) ?? {}, stage),
    poseAt: (fdi: Fdi, stage: number) => poseAtStage(teeth.get(fdi)?.poses ?? [], stage),
    bodyAt(fdi: Fdi, stage: number): ToothBody | undefined {
      const name = nameOf(fdi, stage);
      if (!bodies.has(name)) {
        const mesh = nodes.get(name);
        bodies.set(name, mesh && mesh.indices.length > 0 ? createToothBody(mesh) : undefined);
      }
      return bodies.get(name);
    },
  };
}

/**
 * Measures a bundle's teeth by their shapes.
 * @param parts of the bundle's GLB; a tooth without a shape has no contacts
 */
export function createContactMeter(bundle: PlanBundle, parts: readonly NamedMesh[]): ContactMeter {
  const cast = createCast(bundle, parts);
  const known = new Map<string, Pair[]>();
  /**
   * Returns the pairs of the teeth present at a stage. Once a tooth is extracted, the teeth next to it are
   * neighbours.
   */
  const pairsAt = (stage: number): readonly Pair[] => {
    const present = cast.present.filter(fdi => cast.there(fdi, stage));
    const key = present.join();
    const pairs = known.get(key) ?? pairsOf(present);
    known.set(key, pairs);
    return pairs;
  };
  /** Caches each pair's last contact, so that resting teeth are not measured again. */
  const last = new Map<Pair, Known>();
  const stages = new Map<number, readonly ToothContact[]>();
  const measure = ({ kind, teeth }: Pair, a: Pose, b: Pose, stage: number): ToothContact | undefined => {
    const [first, second] = [cast.bodyAt(teeth[0], stage), cast.bodyAt(teeth[1], stage)];
    if (!first || !second) return undefined;
    const gap = measureGap(first, a, second, b, kind === 'opposing' ? opposingReachMm : Infinity);
    return gap && { kind, teeth, gap: gap.mm, at: gap.at, area: gap.area, origin: 'measured' };
  };
  const contactOf = (pair: Pair, stage: number): ToothContact | undefined => {
    const [a, b] = [cast.poseAt(pair.teeth[0], stage), cast.poseAt(pair.teeth[1], stage)];
    const known = last.get(pair);
    const still = !pair.teeth.some(cast.changes);
    if (known && still && samePose(known.a, a) && samePose(known.b, b)) return known.contact;
    const contact = measure(pair, a, b, stage);
    last.set(pair, { a, b, contact });
    return contact;
  };
  return {
    at(stage) {
      const found = stages.get(stage) ?? pairsAt(stage).flatMap(pair => contactOf(pair, stage) ?? []);
      stages.set(stage, found);
      return found;
    },
    moved(tooth, pose, stage) {
      const placedMesh = (fdi: Fdi) => (fdi === tooth ? pose : cast.poseAt(fdi, stage));
      return pairsAt(stage)
        .filter(({ teeth }) => teeth.includes(tooth))
        .flatMap(pair => measure(pair, placedMesh(pair.teeth[0]), placedMesh(pair.teeth[1]), stage) ?? []);
    },
  };
}

/** Returns each pair's contact when both teeth are first present: at the start, or when one erupts. */
function startOf({ teeth }: PlanBundle, meter: ContactMeter): ToothContact[] {
  const from = new Map(teeth.map(tooth => [tooth.fdi, tooth.from ?? 0]));
  const first = ({ teeth: pair }: ToothContact) => Math.max(...pair.map(fdi => from.get(fdi) ?? 0));
  return [...new Set([0, ...from.values()])].flatMap(stage =>
    meter.at(stage).filter(contact => first(contact) === stage),
  );
}

/**
 * Reports all stages of a plan for its review.
 * @param onShare receives the progress, 0 to 1, after each stage
 */
export function createContactReport(
  bundle: PlanBundle,
  meter: ContactMeter,
  onShare: (done: number) => void = () => {},
): ContactReport {
  const last = lastStage(bundle);
  const start = startOf(bundle, meter);
  const stages = Array.from({ length: last + 1 }, (_, stage) => {
    const found = evaluateStageContacts(bundle, meter.at(stage), start, stage);
    onShare((stage + 1) / (last + 1));
    return found;
  });
  return { stages, origin: 'measured' };
}
