/** Contacts and collisions as text: for the checklist, and as red points of an approval. */
import type { TFunction } from 'i18next';
import { type CollidingPair, collidingPairs, type ToothPair } from '#events/plan/contacts.ts';
import type { RedItem } from '#web/features/review/red-items.ts';
import { formatNumberRanges } from './caps.ts';
import type { MeasuredContacts } from './useToothContacts.ts';

/** mm with two decimals. */
export const formatHundredths = (mm: number): string => mm.toFixed(2);

/** `13-12` for neighbours, `13/43` for opposing teeth. */
export const toothPairText = ([a, b]: ToothPair, kind: CollidingPair['kind'] = 'neighbour'): string =>
  `${a}${kind === 'opposing' ? '/' : '-'}${b}`;

/** `collision:13-12:7:29`: pair, first aligner, and maximum depth in hundredths of a millimetre. */
function redOf(t: TFunction, { kind, teeth, stages, mm }: CollidingPair): RedItem {
  const words = {
    pair: toothPairText(teeth, kind),
    mm: formatHundredths(mm),
    stages: formatNumberRanges(stages),
    count: stages.length,
  };
  return {
    key: `collision:${teeth.join('-')}:${stages[0]}:${Math.round(100 * mm)}`,
    text: t(kind === 'opposing' ? 'review:red.opposing' : 'review:red.collision', words),
  };
}

/**
 * Red points, one per colliding pair. The reviewer's browser measures the collisions, because the server
 * measures no shapes; the record says so. A failed measurement is a red point too. @param contacts undefined
 * during the measurement: approval must wait @param measurable false for a version without shapes: no
 * collision can be visible
 */
export function collisionRedItems(contacts: MeasuredContacts, measurable: boolean, t: TFunction): RedItem[] {
  if (!measurable || contacts === undefined) return [];
  if (contacts === null) return [{ key: 'contacts:unmeasured', text: t('review:red.unmeasured') }];
  return collidingPairs(contacts).map(pair => redOf(t, pair));
}
