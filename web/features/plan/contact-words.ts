/** Contacts and collisions in words: what stands beside the checklist, and what whoever approves acknowledges. */
import type { TFunction } from 'i18next';
import { type CollidingPair, collidingPairs, type ToothPair } from '#events/plan/contacts.ts';
import type { RedItem } from '#web/features/review/red.ts';
import { runs } from './caps.ts';
import type { Contacts } from './useContacts.ts';

/** mm with two decimals. */
export const hundredths = (mm: number): string => mm.toFixed(2);

/** `13-12` of neighbours, `13/43` of opposing teeth. */
export const pairText = ([a, b]: ToothPair, kind: CollidingPair['kind'] = 'neighbour'): string =>
  `${a}${kind === 'opposing' ? '/' : '-'}${b}`;

/** `collision:13-12:7:29`: the two, from which aligner on, and how deep at worst in hundredths of a millimetre. */
function redOf(t: TFunction, { kind, teeth, stages, mm }: CollidingPair): RedItem {
  const words = {
    pair: pairText(teeth, kind),
    mm: hundredths(mm),
    stages: runs(stages),
    count: stages.length,
  };
  return {
    key: `collision:${teeth.join('-')}:${stages[0]}:${Math.round(100 * mm)}`,
    text: t(kind === 'opposing' ? 'review:red.opposing' : 'review:red.collision', words),
  };
}

/**
 * Two teeth each that collide at an aligner. The server measures no shapes: what is acknowledged was measured by the
 * browser of whoever acknowledges it, and the record says so. Where it could not be measured, that is acknowledged.
 * @param contacts undefined while they are measured: nothing can be acknowledged yet
 * @param measurable false where the version has no shapes: there is nothing that could collide in the picture either
 */
export function redCollisions(contacts: Contacts, measurable: boolean, t: TFunction): RedItem[] {
  if (!measurable || contacts === undefined) return [];
  if (contacts === null) return [{ key: 'contacts:unmeasured', text: t('review:red.unmeasured') }];
  return collidingPairs(contacts).map(pair => redOf(t, pair));
}
