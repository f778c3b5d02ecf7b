/** What a plan comes to at its goal, beside each point of the checklist that has a number. */
import type { TFunction } from 'i18next';
import { angleAt, type Relation, sides } from '#events/plan/angle-class.ts';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import { collidingPairs } from '#events/plan/contacts.ts';
import type { ReviewPoint } from '#events/plan/review-points.ts';
import type { Measure } from '#workers/measures/protocol.ts';
import { tenths } from './CurvesPanel.tsx';
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

/** `R II → I · L I`: a side that stays as it is says it once; undefined where neither side can be told. */
function classes(t: TFunction<'review'>, bundle: PlanBundle, relation: Relation): string | undefined {
  const found = sides.map(side => {
    const [start, goal] = [0, lastStage(bundle)].map(stage => angleAt(bundle, relation, side, stage)?.class);
    if (!start || !goal) return undefined;
    const now = t(`angle.class.${goal}`);
    const words = { side: t(`angle.side.${side}`), start: t(`angle.class.${start}`), goal: now };
    return t(start === goal ? 'angle.same' : 'angle.becomes', words);
  });
  if (found.every(one => one === undefined)) return undefined;
  const [right = t('angle.none'), left = t('angle.none')] = found;
  return t('angle.both', { right, left });
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
  const [canine, molar] = [classes(t, bundle, 'canine'), classes(t, bundle, 'molar')];
  return {
    ...(canine && { canine }),
    ...(molar && { molar }),
    ipr: mm(tenths(reduced)),
    attachments: String(bundle.attachments.length),
    ...(midline !== undefined && { midline: mm(tenths(Math.abs(midline))) }),
    ...(jet !== undefined &&
      bite !== undefined && { overjet: t('valuePair', { a: tenths(jet), b: tenths(bite) }) }),
    ...(wider !== undefined && { archForm: mm(`${wider > 0.05 ? '+' : ''}${tenths(wider)}`) }),
    ...(contacts && { contacts: collisions(t, contacts) }),
  };
}
