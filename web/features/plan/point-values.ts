/** What a plan comes to at its goal, beside each point of the checklist that has a number. */
import type { TFunction } from 'i18next';
import { angleEnds } from '#events/plan/angle-class.ts';
import type { PlanBundle } from '#events/plan/bundle.ts';
import { collidingPairs } from '#events/plan/contacts.ts';
import type { ReviewPoint } from '#events/plan/review-points.ts';
import { classText, signed, tenths } from '#web/features/review/value-words.ts';
import type { Measure } from '#workers/measures/protocol.ts';
import { hundredths } from './contact-words.ts';
import type { Contacts } from './useContacts.ts';
import type { Curves } from './useCurves.ts';

type Values = Partial<Record<ReviewPoint, string>>;

/** How many pairs of teeth collide, and how deep the worst do. */
function collisions(t: TFunction<'review'>, contacts: NonNullable<Contacts>): string {
  const pairs = collidingPairs(contacts);
  const [worst] = pairs;
  if (!worst) return t('contacts.clear');
  return t('contacts.worst', { count: pairs.length, mm: hundredths(worst.mm) });
}

/** @param curves left out while they are measured, and where they cannot be; `contacts` likewise */
export function pointValues(
  t: TFunction<'review'>,
  bundle: PlanBundle | null,
  curves?: Curves | null,
  contacts?: Contacts,
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
    classText(t, angleEnds(bundle, 'canine')),
    classText(t, angleEnds(bundle, 'molar')),
  ];
  return {
    ...(canine && { canine }),
    ...(molar && { molar }),
    ipr: mm(tenths(reduced)),
    attachments: String(bundle.attachments.length),
    ...(midline !== undefined && { midline: mm(tenths(Math.abs(midline))) }),
    ...(jet !== undefined &&
      bite !== undefined && { overjet: t('valuePair', { a: tenths(jet), b: tenths(bite) }) }),
    ...(wider !== undefined && { archForm: mm(signed(wider)) }),
    ...(contacts && { contacts: collisions(t, contacts) }),
  };
}
