/** A field for several choices of a list; one press chooses or removes one. */
import { useTranslation } from 'react-i18next';
import { ToggleCards } from '#web/ui/toggle-cards.tsx';
import type { ChoiceValue } from './input-fields.ts';

type Props<V extends ChoiceValue> = {
  label: string;
  hint?: string | undefined;
  values: readonly V[];
  /** Dictionary path of the choices' labels. */
  words: string;
  /** Maximum number of choices; at the maximum, the unchosen ones are disabled. */
  max: number | undefined;
  value: readonly V[];
  onChange: (chosen: V[]) => void;
  error?: string | undefined;
};

export function ChoicesField<V extends ChoiceValue>({ values, words, value, onChange, ...shared }: Props<V>) {
  const { t } = useTranslation('action');
  return (
    <ToggleCards
      {...shared}
      value={value.map(String)}
      onChange={chosen => onChange(values.filter(one => chosen.includes(String(one))))}
      options={values.map(one => ({ value: String(one), label: t(`${words}.${String(one)}`) }))}
      maxReason={t('mostChosen', { max: shared.max })}
    />
  );
}
