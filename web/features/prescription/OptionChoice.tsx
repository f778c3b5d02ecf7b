/** A single choice from a keyed list of options.ts. Pressing the chosen option again clears the answer. */
import { useTranslation } from 'react-i18next';
import { type Option, type OptionList, options } from '#events/case/options.ts';
import { clinicalMeasureOfOption, optionTextKey } from '#web/case/option-lists.ts';
import { SegmentedControl } from '#web/ui/segmented.tsx';

type Props<L extends OptionList> = {
  list: L;
  /** The prescription field, if its options have measures. */
  field?: string;
  label: string;
  hideLabel?: boolean;
  /** The options that can be chosen. Default: all. */
  offered?: (option: Option<L>) => boolean;
  value: Option<L> | undefined;
  onChange: (value: Option<L> | undefined) => void;
  error?: string;
  hint?: string;
  required?: boolean;
  disabled?: boolean;
  id?: string;
};

/** Splits `Mild (half)` into a label and a note. */
const splitNote = (text: string) => {
  const [, label, note] = /^(.+?)\s*[(（](.+)[)）]$/.exec(text) ?? [];
  return label && note ? { label, note } : { label: text };
};

export function OptionChoice<L extends OptionList>({
  list,
  field = '',
  offered = () => true,
  value,
  onChange,
  ...group
}: Props<L>) {
  const { t } = useTranslation('rx');
  const keys: readonly Option<L>[] = options[list];
  return (
    <SegmentedControl
      {...group}
      clearable
      value={value === undefined ? null : String(value)}
      onChange={next => onChange(keys.find(key => String(key) === next))}
      options={keys.filter(offered).map(key => ({
        value: String(key),
        note: clinicalMeasureOfOption(field, key),
        ...splitNote(t(optionTextKey(list, key))),
      }))}
    />
  );
}
