/** A plan's values at its goal, for the checklist points that have a number. */
import type { TFunction } from 'i18next';
import { angleClassesAtStartAndGoal } from '#events/plan/angle-class.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { collidingPairs } from '#events/plan/contacts.ts';
import type { ReviewPoint } from '#events/plan/review-points.ts';
import { angleClassText, formatSignedTenths, formatTenths } from '#web/case/plan-value-text.ts';
import type { MeasureCurves } from '#web/features/viewer/useCurves.ts';
import type { Measure } from '#workers/measures/protocol.ts';
import { formatHundredths } from './contact-text.ts';
import type { MeasuredContacts } from './useToothContacts.ts';

type Values = Partial<Record<ReviewPoint, string>>;

/** Number of colliding pairs, and the maximum depth. */
function collisions(t: TFunction<'review'>, contacts: NonNullable<MeasuredContacts>): string {
  const pairs = collidingPairs(contacts);
  const [worst] = pairs;
  if (!worst) return t('contacts.clear');
  return t('contacts.worst', { count: pairs.length, mm: formatHundredths(worst.mm) });
}

/** @param curves undefined during the measurement or after a failure; `contacts` likewise */
export function checklistPointValues(
  t: TFunction<'review'>,
  bundle: PlanBundle | null,
  curves?: MeasureCurves | null,
  contacts?: MeasuredContacts,
): Values {
  if (!bundle) return {};
  const goal = (measure: Measure) => curves?.get(measure)?.values?.at(-1);
  const [jet, bite, midline] = [goal('overjet'), goal('overbite'), goal('midline')];
  const width = goal('upperCanines');
  const was = curves?.get('upperCanines')?.values?.[0];
  const wider = width === undefined || was === undefined ? undefined : width - was;
  const mm = (value: string) => t('mm', { value });
  const reduced = bundle.ipr.reduce((sum, one) => sum + one.mm, 0);
  const [canine, molar] = [
    angleClassText(t, angleClassesAtStartAndGoal(bundle, 'canine')),
    angleClassText(t, angleClassesAtStartAndGoal(bundle, 'molar')),
  ];
  return {
    ...(canine && { canine }),
    ...(molar && { molar }),
    ipr: mm(formatTenths(reduced)),
    attachments: String(bundle.attachments.length),
    ...(midline !== undefined && { midline: mm(formatTenths(Math.abs(midline))) }),
    ...(jet !== undefined &&
      bite !== undefined && { overjet: t('valuePair', { a: formatTenths(jet), b: formatTenths(bite) }) }),
    ...(wider !== undefined && { archForm: mm(formatSignedTenths(wider)) }),
    ...(contacts && { contacts: collisions(t, contacts) }),
  };
}
