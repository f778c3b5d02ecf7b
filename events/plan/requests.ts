/**
 * Checks a change request against a later version of the plan: met, partly met, not met, or the reason why it
 * cannot be measured. Pure.
 */
import type { Fdi } from '../tooth/fdi.ts';
import { parseContact } from '../tooth/fdi.ts';
import { isToothPresent, lastStage, type PlanBundle } from './bundle.ts';
import { type MovementChange, type RequestedChange, unitOfChange } from './change.ts';
import { movementOf } from './movement.ts';

export const requestVerdicts = ['met', 'partly', 'not', 'unmeasured'] as const;
export type RequestVerdict = (typeof requestVerdicts)[number];

/** Reasons why a request cannot be measured. */
export const unmeasuredReasons = [
  /** The version has no readable plan.json. */
  'no-plan',
  /** The amount is relative to a version without a readable plan.json. */
  'no-earlier',
  /** The tooth, or a tooth of the contact, is not in the version. */
  'tooth-absent',
  'tooth-absent-earlier',
] as const;
type Why = (typeof unmeasuredReasons)[number];

/** Deviations from a request that still count as met, below the precision of a printed aligner. */
export const requestTolerances = { mm: 0.1, deg: 1, ipr: 0.05, 'yes-no': 0 } as const;
/** Share of the way from the earlier value to the wanted one from which a request is partly met. */
export const partlyMetShare = 0.25;

export type MeasuredRequest = {
  verdict: RequestVerdict;
  /** Value in the version checked: mm, degrees, or 1 if there is an attachment and 0 if not. */
  value: number | null;
  /** Wanted value in the same unit. A relative amount is added to the earlier value. */
  wanted: number | null;
  /** Value in the version that the request was made on; null if unreadable. */
  before: number | null;
  tolerance: number | null;
  why: Why | null;
};

/** A version's plan.json; null if it has no readable one. */
export type PlanIfReadable = PlanBundle | null;

const toothIn = (bundle: PlanBundle, tooth: Fdi) => bundle.teeth.find(t => t.fdi === tooth);

/** A stage past a version's end is measured at its end, because a shorter plan is at its goal by then. */
function movementIn(bundle: PlanBundle, change: MovementChange): number | undefined {
  const tooth = toothIn(bundle, change.tooth);
  const stage = change.stage ?? lastStage(bundle);
  return tooth && isToothPresent(tooth, stage) ? movementOf(tooth, 0, stage)[change.axis] : undefined;
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

/** Returns the value in this version; undefined if a tooth is absent. */
function valueIn(bundle: PlanBundle, change: RequestedChange): number | undefined {
  if (change.what === 'movement') return movementIn(bundle, change);
  if (change.what === 'ipr') return iprIn(bundle, change.contact);
  return attachedIn(bundle, change.tooth);
}

const toleranceOf = (change: RequestedChange) =>
  requestTolerances[change.what === 'ipr' ? 'ipr' : unitOfChange(change)];

/** Returns the wanted value; undefined if it depends on an unreadable version. */
function wantedOf(change: RequestedChange, before: number | null): number | undefined {
  if (change.what === 'ipr') return change.mm;
  if (change.what === 'attachment') return change.on ? 1 : 0;
  if (change.kind === 'total') return change.amount;
  return before === null ? undefined : before + change.amount;
}

/**
 * Compares a measured value with the requested one. Without an earlier value the verdict is never `partly`. A value that
 * goes beyond the requested one is rated like a value equally far before it.
 */
export function verdictOnValue(
  value: number,
  wanted: number,
  before: number | null,
  tolerance: number,
): Exclude<RequestVerdict, 'unmeasured'> {
  // Keeps a value exactly at the tolerance within it, despite decimal rounding.
  const slack = 1e-9;
  const gap = Math.abs(wanted - value);
  if (gap <= tolerance + slack) return 'met';
  if (before === null) return 'not';
  const way = Math.abs(wanted - before);
  return way > tolerance && (way - gap) / way >= partlyMetShare - slack ? 'partly' : 'not';
}

const unmeasured = (why: Why): MeasuredRequest => ({
  verdict: 'unmeasured',
  value: null,
  wanted: null,
  before: null,
  tolerance: null,
  why,
});

/** Measures a change request in a version. @param earlier the version that the request was made on */
export function measureFulfilment(
  change: RequestedChange,
  version: PlanIfReadable,
  earlier: PlanIfReadable,
): MeasuredRequest {
  if (!version) return unmeasured('no-plan');
  const value = valueIn(version, change);
  if (value === undefined) return unmeasured('tooth-absent');
  const before = earlier ? (valueIn(earlier, change) ?? null) : null;
  const wanted = wantedOf(change, before);
  if (wanted === undefined) return unmeasured(earlier ? 'tooth-absent-earlier' : 'no-earlier');
  const tolerance = toleranceOf(change);
  const verdict = verdictOnValue(value, wanted, before, tolerance);
  return { verdict, value, wanted, before, tolerance, why: null };
}
