import { Minus, Plus } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';
import { useAriaFieldProps } from './aria-field.tsx';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import type { FieldProps } from './field.tsx';
import { useKitTexts } from './kit-texts.tsx';

type Props = FieldProps & {
  value?: number | null;
  defaultValue?: number;
  onChange?: (value: number | null) => void;
  onBlur?: () => void;
  min?: number;
  max?: number;
  step?: number;
  unit?: string;
  placeholder?: string;
};

/** A number field with step buttons; an empty field is null, never 0. */
export function NumberField(props: Props) {
  const { error, size, value, defaultValue, min, max, step, unit } = props;
  const texts = useKitTexts();
  const { root, label, notes } = useAriaFieldProps(props);
  return (
    <AriaNumberField
      {...root}
      {...(value !== undefined && { value: value ?? Number.NaN })}
      {...(defaultValue !== undefined && { defaultValue })}
      {...(min !== undefined && { minValue: min })}
      {...(max !== undefined && { maxValue: max })}
      {...(step !== undefined && { step })}
      onChange={next => props.onChange?.(Number.isNaN(next) ? null : next)}
      onBlur={() => props.onBlur?.()}
    >
      {label}
      <Group
        className={cx(styles.box, styles.number, size === 'compact' && styles.compact) ?? ''}
        data-invalid={error ? '' : undefined}
      >
        <Input className={styles.numeric ?? ''} placeholder={props.placeholder} />
        {unit && <span className={styles.suffix}>{unit}</span>}
        <span className={styles.steppers}>
          <Button slot="decrement" aria-label={texts.decrease} className={styles.stepper ?? ''}>
            <Minus aria-hidden="true" />
          </Button>
          <Button slot="increment" aria-label={texts.increase} className={styles.stepper ?? ''}>
            <Plus aria-hidden="true" />
          </Button>
        </span>
      </Group>
      {notes}
    </AriaNumberField>
  );
}
