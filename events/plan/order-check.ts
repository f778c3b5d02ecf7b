/**
 * Compares a plan with its case's order: single teeth, contacts and molars. Pure. An open point of the order
 * is never a finding. A section hidden from the viewer is skipped.
 */
import type { Sections } from '../case/sections.ts';
import {
  archOf,
  compareContacts,
  type Fdi,
  inScreenOrder,
  isFdi,
  positionFromMidline,
  quadrantOf,
  TEETH_BY_ARCH,
} from '../tooth/fdi.ts';
import { type AngleClass, angleAt, type Side, sides } from './angle-class.ts';
import {
  type BundleTooth,
  lastStage,
  type PlanBundle,
  stageCountOf,
  stageWithin,
  teethPresentAt,
} from './bundle.ts';
import { conjugate, minus, multiply, poseAtStage } from './pose.ts';

/** The order's sections that the viewer sees. */
export type OrderSections = {
  markers?: Sections['markers'];
  prescription?: Sections['prescription'];
};

/**
 * Movement of a locked tooth that still counts as none. Files of stages are registered to the scan, and two scans of
 * one tooth differ by about a tenth of a millimetre and a degree.
 */
const noise = { mm: 0.1, deg: 1 } as const;
/** Tolerated deviation from ordered IPR at a contact in mm: half of the smallest step. */
const iprSlack = 0.05;

export type OrderDeviation =
  /** A locked tooth moves: its largest movement, and the first stage. */
  | { kind: 'locked'; tooth: Fdi; mm: number; deg: number; stage: number }
  /**
   * `stays`: ordered to be extracted but present; `there`: missing in the order but present; `gone`: absent without an
   * order, one finding for each arch.
   */
  | { kind: 'extracted'; teeth: Fdi[]; how: 'stays' | 'there' | 'gone' }
  /**
   * mm planned and ordered at a contact. Ordered is 0 if none is ordered, null if the order leaves the amount
   * open.
   */
  | { kind: 'ipr'; contact: string; planned: number; ordered: number | null }
  | { kind: 'attachment'; tooth: Fdi }
  | { kind: 'class'; side: Side; ordered: AngleClass; planned: AngleClass };

/** A plan without its shapes. */
type Planned = Omit<PlanBundle, 'parts'>;
type Check = (bundle: Planned, order: OrderSections) => OrderDeviation[];

const teeth = (list: readonly number[] | undefined): Fdi[] => inScreenOrder((list ?? []).filter(isFdi));

/** Returns the movement of a tooth from the start to a stage: mm of the crown's centre, and degrees of rotation. */
function wayTo(tooth: BundleTooth, stage: number): { mm: number; deg: number } {
  const poseAt = (at: number) => poseAtStage(tooth.poses, stageWithin(tooth, at));
  const [from, to] = [poseAt(0), poseAt(stage)];
  const [x, y, z, w] = multiply(to.q, conjugate(from.q));
  const deg = (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI;
  return { mm: Math.hypot(...minus(to.p, from.p)), deg };
}

const locked: Check = (bundle, { markers }) =>
  teeth(markers?.noMove).flatMap((fdi): OrderDeviation[] => {
    const tooth = bundle.teeth.find(one => one.fdi === fdi);
    if (!tooth) return [];
    const ways = Array.from({ length: stageCountOf(bundle, archOf(fdi)) }, (_, i) => wayTo(tooth, i + 1));
    const first = ways.findIndex(({ mm, deg }) => mm > noise.mm || deg > noise.deg);
    if (first < 0) return [];
    const most = (of: 'mm' | 'deg') => Math.max(...ways.map(way => way[of]));
    return [{ kind: 'locked', tooth: fdi, mm: most('mm'), deg: most('deg'), stage: first + 1 }];
  });

/**
 * Compares the goal, so that an extraction on the way counts. Skips third molars, which orders rarely
 * mention, and an arch without any tooth, which is not planned.
 */
const extracted: Check = (bundle, { markers }) => {
  if (!markers) return [];
  const there = new Set(teethPresentAt(bundle, Infinity).map(({ fdi }) => fdi));
  const [extract, missing] = [teeth(markers.extract), teeth(markers.missing)];
  const said = new Set([...extract, ...missing, ...teeth(markers.reserveSpace)]);
  const among = (list: Fdi[], how: 'stays' | 'there'): OrderDeviation[] =>
    list.filter(tooth => there.has(tooth)).map(tooth => ({ kind: 'extracted', teeth: [tooth], how }));
  const gone = Object.values(TEETH_BY_ARCH).flatMap((row): OrderDeviation[] => {
    const list = row.filter(tooth => !there.has(tooth) && !said.has(tooth) && positionFromMidline(tooth) < 8);
    const isPlanned = row.some(tooth => there.has(tooth));
    return isPlanned && list.length > 0 ? [{ kind: 'extracted', teeth: list, how: 'gone' }] : [];
  });
  return [...among(extract, 'stays'), ...among(missing, 'there'), ...gone];
};

/** Whether IPR is as ordered. An open amount is the designer's choice, but not zero. */
const isAsOrdered = (planned: number, ordered: number | null): boolean =>
  ordered === null || ordered === 0 || planned === 0
    ? planned > 0 === (ordered !== 0)
    : Math.abs(planned - ordered) <= iprSlack + 1e-9;

/** If the order names contacts, it wants no others. A contact of a tooth absent from the plan is skipped. */
const ipr: Check = (bundle, { markers, prescription }) => {
  const asked = new Map((markers?.ipr ?? []).map(({ contact, mm }) => [contact, mm ?? null]));
  if (asked.size === 0 && prescription?.ipr !== 'no') return [];
  const there = new Set(bundle.teeth.map(({ fdi }) => String(fdi)));
  const planned = new Map<string, number>();
  for (const contact of asked.keys())
    if (contact.split('-').every(tooth => there.has(tooth))) planned.set(contact, 0);
  for (const { contact, mm } of bundle.ipr) planned.set(contact, (planned.get(contact) ?? 0) + mm);
  return [...planned]
    .map(([contact, mm]) => ({
      contact,
      planned: mm,
      ordered: asked.get(contact) ?? (asked.has(contact) ? null : 0),
    }))
    .filter(({ planned: mm, ordered }) => !isAsOrdered(mm, ordered))
    .sort((a, b) => compareContacts(a.contact, b.contact))
    .map(found => ({ kind: 'ipr', ...found }));
};

const attachment: Check = ({ attachments }, { markers }) => {
  const on = new Set(attachments.map(({ tooth }) => tooth));
  return teeth(markers?.noAttachment)
    .filter(tooth => on.has(tooth))
    .map(tooth => ({ kind: 'attachment', tooth }));
};

const quadrants: Record<Side, readonly [upper: number, lower: number]> = { right: [1, 4], left: [2, 3] };

/** Whether as many teeth are extracted above as below. Otherwise the molars end a premolar's width apart. */
function isEven(side: Side, { markers }: OrderSections): boolean {
  const [upper, lower] = quadrants[side].map(
    q =>
      teeth(markers?.extract).filter(tooth => quadrantOf(tooth) === q && positionFromMidline(tooth) < 8)
        .length,
  );
  return upper === lower;
}

/**
 * Checks Angle's class of the molars at the goal. The order's molar relationship is the finding at the start;
 * only `keep`, or neutral molars without `molarAdjustment`, define the goal. Orders say nothing about
 * canines.
 */
const molarClass: Check = (bundle, order) => {
  const { molarRight, molarLeft, molarAdjustment: way } = order.prescription ?? {};
  if (way !== undefined && way !== 'keep') return [];
  return sides.flatMap((side): OrderDeviation[] => {
    const neutral = (side === 'right' ? molarRight : molarLeft) === 'neutral';
    const start = way === 'keep' ? angleAt(bundle, 'molar', side, 0)?.class : undefined;
    const ordered = neutral ? 'I' : start;
    const planned = angleAt(bundle, 'molar', side, lastStage(bundle))?.class;
    if (!ordered || !planned || ordered === planned || !isEven(side, order)) return [];
    return [{ kind: 'class', side, ordered, planned }];
  });
};

const checks: readonly Check[] = [locked, extracted, ipr, attachment, molarClass];

/** Returns all deviations from the order: by kind, each in screen order. */
export const findOrderDeviations: Check = (bundle, order) => checks.flatMap(check => check(bundle, order));
