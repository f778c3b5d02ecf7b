import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { describedBy, FieldNotes, type FieldProps, Star } from './field.tsx';
import { useKitTexts } from './kit-texts.tsx';

type Props = FieldProps & {
  value?: number | null | undefined;
  defaultValue?: number | undefined;
  onChange?: ((value: number | null) => void) | undefined;
  onBlur?: (() => void) | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  unit?: string | undefined;
  placeholder?: string | undefined;
};

/** A number with steps; an empty field is null, never 0. */
export function NumberField(props: Props) {
  const {
    label,
    hideLabel,
    hint,
    warning,
    error,
    required,
    optional,
    labelEnd,
    size,
    value,
    defaultValue,
    min,
    max,
    step,
    unit,
  } = props;
  const texts = useKitTexts();
  const own = useId();
  const id = props.id ?? own;
  return (
    <AriaNumberField
      id={id}
      name={props.name ?? ''}
      className={cx(styles.field, props.className) ?? ''}
      {...(value !== undefined && { value: value ?? Number.NaN })}
      {...(defaultValue !== undefined && { defaultValue })}
      {...(min !== undefined && { minValue: min })}
      {...(max !== undefined && { maxValue: max })}
      {...(step !== undefined && { step })}
      onChange={next => props.onChange?.(Number.isNaN(next) ? null : next)}
      onBlur={() => props.onBlur?.()}
      isDisabled={props.disabled ?? false}
      isReadOnly={props.readOnly ?? false}
      isRequired={required ?? false}
      isInvalid={Boolean(error)}
      validationBehavior="aria"
      aria-describedby={describedBy(id, props)}
    >
      <span className={hideLabel ? 'visually-hidden' : styles.label}>
        <Label>
          {label}
          {required && <Star />}
        </Label>
        {labelEnd ?? (optional && <span className={styles.mark}>{texts.optional}</span>)}
      </span>
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
      <FieldNotes id={id} hint={hint} warning={warning} error={error} />
    </AriaNumberField>
  );
}
