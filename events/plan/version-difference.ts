/**
 * Difference of two plan versions in numbers: goals of the teeth in six degrees of freedom, IPR, attachments,
 * stages. Pure; reads the two plan.json.
 */
import { type Arch, contactKeys, type Fdi, inScreenOrder, parseContact, TEETH } from '../tooth/fdi.ts';
import {
  type Attachment,
  type BundleIpr,
  type BundleTooth,
  type PlanBundle,
  stageCountOf,
  teethPresentAt,
} from './bundle.ts';
import { type Movement, movementAxes, movementOf, unitOfAxis } from './movement.ts';

/** Differences up to which two versions count as equal, because no aligner shows less and no file keeps it reliably. */
export const versionTolerances = { mm: 0.02, deg: 0.2, ipr: 0.005, place: 0.1, size: 0.05, turn: 1 } as const;

/** A tooth of both versions: its movement from the start in the earlier and in the later one, and the difference. */
export type ToothMovementDifference = {
  tooth: Fdi;
  before: Movement;
  now: Movement;
  by: Movement;
  changed: boolean;
};

export type IprDifference = {
  contact: string;
  /** IPR of both surfaces together over all stages, mm; null for none. */
  before: number | null;
  now: number | null;
  /** First aligner before which it is done. */
  beforeStage: number | null;
  nowStage: number | null;
};

/** `moved`: position or stages; `changed`: type, size, surface or rotation. */
type AttachmentChange = 'added' | 'removed' | 'moved' | 'changed';
export type AttachmentDifference = {
  tooth: Fdi;
  how: AttachmentChange;
  before: Attachment | null;
  now: Attachment | null;
};

export type VersionDifference = {
  stages: Record<Arch, { before: number; now: number }>;
  /**
   * Teeth of both versions at the stage compared, in screen order; `changed` if an axis differs by more than
   * `versionTolerances`.
   */
  teeth: ToothMovementDifference[];
  teethAdded: Fdi[];
  teethGone: Fdi[];
  ipr: IprDifference[];
  attachments: AttachmentDifference[];
  /** Whether nothing differs by more than `versionTolerances`. */
  same: boolean;
};

const minus = (a: Movement, b: Movement): Movement => ({
  mesial: a.mesial - b.mesial,
  buccal: a.buccal - b.buccal,
  extrusion: a.extrusion - b.extrusion,
  rotation: a.rotation - b.rotation,
  tip: a.tip - b.tip,
  torque: a.torque - b.torque,
});

/** True if a difference of movements exceeds the threshold on any axis. */
export const isMovementDifferent = (by: Movement): boolean =>
  movementAxes.some(axis => Math.abs(by[axis]) > versionTolerances[unitOfAxis(axis)]);

const goal = Number.POSITIVE_INFINITY;

/** Compares the teeth of two versions at a stage. @param stage of both versions; past an arch's end, its goal */
function comparedTeethOf(before: PlanBundle, now: PlanBundle, stage: number): ToothMovementDifference[] {
  const byNumber = (bundle: PlanBundle) =>
    new Map<Fdi, BundleTooth>(teethPresentAt(bundle, stage).map(t => [t.fdi, t]));
  const [were, are] = [byNumber(before), byNumber(now)];
  return TEETH.flatMap(tooth => {
    const [was, is] = [were.get(tooth), are.get(tooth)];
    if (!was || !is) return [];
    const [a, b] = [movementOf(was, 0, stage), movementOf(is, 0, stage)];
    const by = minus(b, a);
    return [{ tooth, before: a, now: b, by, changed: isMovementDifferent(by) }];
  });
}

function reductionsOf(before: PlanBundle, now: PlanBundle): IprDifference[] {
  const of = (list: readonly BundleIpr[], contact: string) => {
    const here = list.filter(r => r.contact === contact);
    if (here.length === 0) return { mm: null, stage: null };
    return { mm: here.reduce((sum, r) => sum + r.mm, 0), stage: Math.min(...here.map(r => r.before)) };
  };
  const known = new Set([...before.ipr, ...now.ipr].map(r => r.contact));
  const order = contactKeys();
  const place = (contact: string) => order.findIndex(c => c.startsWith(contact.slice(0, 2)));
  return [...known]
    .sort((a, b) => place(a) - place(b))
    .map(contact => ({ contact, was: of(before.ipr, contact), is: of(now.ipr, contact) }))
    .filter(
      ({ was, is }) =>
        was.mm === null ||
        is.mm === null ||
        was.stage !== is.stage ||
        Math.abs(is.mm - was.mm) > versionTolerances.ipr,
    )
    .map(({ contact, was, is }) => ({
      contact,
      before: was.mm,
      now: is.mm,
      beforeStage: was.stage,
      nowStage: is.stage,
    }));
}

const apart = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((n, i) => n - (b[i] ?? 0)));

/** Returns how an attachment differs from its counterpart; undefined if it does not. */
function howChanged(was: Attachment, is: Attachment): AttachmentChange | undefined {
  const other =
    was.type !== is.type ||
    was.surface !== is.surface ||
    was.size.some((mm, i) => Math.abs(mm - (is.size[i] ?? 0)) > versionTolerances.size) ||
    Math.abs(was.turn - is.turn) > versionTolerances.turn;
  if (other) return 'changed';
  return apart(was.at, is.at) > versionTolerances.place || was.from !== is.from || was.to !== is.to
    ? 'moved'
    : undefined;
}

/** Pairs a tooth's attachments, nearest of the same type first. Unpaired ones were added or removed. */
function attachmentsOfTooth(tooth: Fdi, were: Attachment[], are: Attachment[]): AttachmentDifference[] {
  const pairs = were
    .flatMap(was => are.map(is => ({ was, is })))
    .map(pair => ({
      ...pair,
      kind: pair.was.type === pair.is.type ? 0 : 1,
      far: apart(pair.was.at, pair.is.at),
    }))
    .sort((a, b) => a.kind - b.kind || a.far - b.far);
  const taken = new Set<Attachment>();
  const found: AttachmentDifference[] = [];
  for (const { was, is } of pairs) {
    if (taken.has(was) || taken.has(is)) continue;
    taken.add(was).add(is);
    const how = howChanged(was, is);
    if (how) found.push({ tooth, how, before: was, now: is });
  }
  const alone = (list: Attachment[]) => list.filter(a => !taken.has(a));
  return [
    ...found,
    ...alone(were).map(before => ({ tooth, how: 'removed' as const, before, now: null })),
    ...alone(are).map(now => ({ tooth, how: 'added' as const, before: null, now })),
  ];
}

function attachmentsOf(before: PlanBundle, now: PlanBundle): AttachmentDifference[] {
  const on = (bundle: PlanBundle, tooth: Fdi) => bundle.attachments.filter(a => a.tooth === tooth);
  return TEETH.flatMap(tooth => attachmentsOfTooth(tooth, on(before, tooth), on(now, tooth)));
}

/**
 * Returns the difference of two versions.
 * @param stage at which the teeth are compared; by default their goals, even if the numbers of stages differ
 */
export function comparePlanVersions(before: PlanBundle, now: PlanBundle, stage = goal): VersionDifference {
  const numbers = (bundle: PlanBundle) => new Set(teethPresentAt(bundle, stage).map(t => t.fdi));
  const [were, are] = [numbers(before), numbers(now)];
  const stages = (row: Arch) => ({ before: stageCountOf(before, row), now: stageCountOf(now, row) });
  const found = {
    stages: { upper: stages('upper'), lower: stages('lower') },
    teeth: comparedTeethOf(before, now, stage),
    teethAdded: TEETH.filter(t => are.has(t) && !were.has(t)),
    teethGone: TEETH.filter(t => were.has(t) && !are.has(t)),
    ipr: reductionsOf(before, now),
    attachments: attachmentsOf(before, now),
  };
  const { upper, lower } = found.stages;
  const lists = [found.teethAdded, found.teethGone, found.ipr, found.attachments];
  const same =
    upper.before === upper.now &&
    lower.before === lower.now &&
    lists.every(list => list.length === 0) &&
    !found.teeth.some(t => t.changed);
  return { ...found, same };
}

/** Teeth of the later version with any difference, in screen order: goal, attachments, IPR on either side. */
export const differingTeeth = (found: VersionDifference): Fdi[] => {
  const differing = new Set([
    ...found.teeth.filter(t => t.changed).map(t => t.tooth),
    ...found.teethAdded,
    ...found.attachments.map(a => a.tooth),
    ...found.ipr.flatMap(({ contact }) => parseContact(contact) ?? []),
  ]);
  return inScreenOrder([...differing].filter(tooth => !found.teethGone.includes(tooth)));
};
