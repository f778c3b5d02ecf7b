/**
 * The check of a change that was asked for against a later version of the plan: met, partly, not; or why it cannot be
 * measured. Pure; where nothing can be measured nothing is said of it.
 */
import type { Fdi } from '../tooth/fdi.ts';
import { parseContact } from '../tooth/fdi.ts';
import { isThere, lastStage, type PlanBundle } from './bundle.ts';
import { type Change, type MovementChange, unitOfChange } from './change.ts';
import { movementOf } from './movement.ts';

export const verdicts = ['met', 'partly', 'not', 'unmeasured'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why a request could not be measured. */
export const whys = [
  /** The version has no plan.json that can be read. */
  'no-plan',
  /** It asks for so much more than a version shows that has none. */
  'no-earlier',
  /** The tooth, or one of the contact, is not in the version. */
  'tooth-absent',
  'tooth-absent-earlier',
] as const;
export type Why = (typeof whys)[number];

/** How far from what was asked a version may be and still meet it: what a printed aligner cannot show. */
export const tolerances = { mm: 0.1, deg: 1, ipr: 0.05, 'yes-no': 0 } as const;
/** From this share of the way on, from what was there to what was asked, a request is partly met. */
export const partlyFrom = 0.25;

export type Measured = {
  verdict: Verdict;
  /** In the version that is checked: mm, degrees, or 1 where there is an attachment and 0 where there is none. */
  value: number | null;
  /** What it was to be, in the same terms: a change by so much is added to what was there. */
  wanted: number | null;
  /** In the version that it was asked of; null where that cannot be read. */
  before: number | null;
  tolerance: number | null;
  why: Why | null;
};

/** A version's plan.json, or null where it has none that can be read. */
export type Readable = PlanBundle | null;

const toothIn = (bundle: PlanBundle, tooth: Fdi) => bundle.teeth.find(t => t.fdi === tooth);

/** Where a stage is past a version's end, its end is measured: a shorter plan is at its goal by then. */
function movementIn(bundle: PlanBundle, change: MovementChange): number | undefined {
  const tooth = toothIn(bundle, change.tooth);
  const stage = change.stage ?? lastStage(bundle);
  return tooth && isThere(tooth, stage) ? movementOf(tooth, 0, stage)[change.axis] : undefined;
}

function iprIn(bundle: PlanBundle, contact: string): number | undefined {
  const pair = parseContact(contact);
  if (!pair?.every(tooth => toothIn(bundle, tooth))) return undefined;
  return bundle.ipr.filter(r => r.contact === contact).reduce((sum, r) => sum + r.mm, 0);
}

function attachedIn(bundle: PlanBundle, tooth: Fdi): number | undefined {
  if (!toothIn(bundle, tooth)) return undefined;
  return bundle.attachments.some(a => a.tooth === tooth) ? 1 : 0;
}

/** What a change is about, as this version has it; undefined where a tooth of it is absent. */
export function valueIn(bundle: PlanBundle, change: Change): number | undefined {
  if (change.what === 'movement') return movementIn(bundle, change);
  if (change.what === 'ipr') return iprIn(bundle, change.contact);
  return attachedIn(bundle, change.tooth);
}

const toleranceOf = (change: Change) => tolerances[change.what === 'ipr' ? 'ipr' : unitOfChange(change)];

/** What the value was to be; undefined where that follows from a version that cannot be read. */
function wantedOf(change: Change, before: number | null): number | undefined {
  if (change.what === 'ipr') return change.mm;
  if (change.what === 'attachment') return change.on ? 1 : 0;
  if (change.kind === 'total') return change.amount;
  return before === null ? undefined : before + change.amount;
}

/**
 * How near a value has come. Without what was there before there is no way that could have been gone partly.
 * A miss on the far side counts like one on the near side.
 */
export function verdictOf(
  value: number,
  wanted: number,
  before: number | null,
  tolerance: number,
): Exclude<Verdict, 'unmeasured'> {
  // Sums of decimals: a tolerance that is kept to the last digit is kept.
  const slack = 1e-9;
  const gap = Math.abs(wanted - value);
  if (gap <= tolerance + slack) return 'met';
  if (before === null) return 'not';
  const way = Math.abs(wanted - before);
  return way > tolerance && (way - gap) / way >= partlyFrom - slack ? 'partly' : 'not';
}

const unmeasured = (why: Why): Measured => ({
  verdict: 'unmeasured',
  value: null,
  wanted: null,
  before: null,
  tolerance: null,
  why,
});

/** @param earlier the version that the change was asked of */
export function measure(change: Change, version: Readable, earlier: Readable): Measured {
  if (!version) return unmeasured('no-plan');
  const value = valueIn(version, change);
  if (value === undefined) return unmeasured('tooth-absent');
  const before = earlier ? (valueIn(earlier, change) ?? null) : null;
  const wanted = wantedOf(change, before);
  if (wanted === undefined) return unmeasured(earlier ? 'tooth-absent-earlier' : 'no-earlier');
  const tolerance = toleranceOf(change);
  const verdict = verdictOf(value, wanted, before, tolerance);
  return { verdict, value, wanted, before, tolerance, why: null };
}
