/** What a model's reader should look at before it is sent, in words. */
import type { TFunction } from 'i18next';
import type { ModelFactsProps } from './ModelFacts.tsx';

/** Namespace: file. */
export function doubtWords(
  t: TFunction<'file'>,
  { unit, inward }: Pick<NonNullable<ModelFactsProps['found']>, 'unit' | 'inward'>,
): string[] {
  if (!unit) return [t('found.noUnit'), ...(inward ? [t('found.inward')] : [])];
  return [
    ...(unit === 'mm' ? [] : [t('found.unit', { unit: t(`found.units.${unit}`) })]),
    ...(inward ? [t('found.inward')] : []),
  ];
}
