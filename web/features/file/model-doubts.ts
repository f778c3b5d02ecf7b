/** Doubts about a model that its sender should check, as text. */
import type { TFunction } from 'i18next';
import type { ModelFactsProps } from './ModelFacts.tsx';

type ModelFindingsInput = NonNullable<ModelFactsProps['found']>;
type Doubted = Pick<ModelFindingsInput, 'unit' | 'inward' | 'repeats' | 'trailing'> &
  Partial<Pick<ModelFindingsInput, 'components' | 'scattered'>>;

function unitDoubt(t: TFunction<'file'>, unit: Doubted['unit']): string | false {
  if (!unit) return t('found.noUnit');
  return unit !== 'mm' && t('found.unit', { unit: t(`found.units.${unit}`) });
}

/** Namespace: file. */
export function modelDoubtTexts(
  t: TFunction<'file'>,
  { unit, inward, repeats, trailing, components, scattered }: Doubted,
): string[] {
  const doubts = [
    unitDoubt(t, unit),
    inward && t('found.inward'),
    repeats && t('found.repeats', { count: repeats }),
    trailing && t('found.trailing', { count: trailing }),
    scattered && t('found.loose', { count: components ?? 0 }),
  ];
  return doubts.filter(doubt => typeof doubt === 'string');
}
