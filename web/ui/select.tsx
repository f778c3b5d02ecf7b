import { ChevronDown } from 'lucide-react';
import type { Ref } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps, useFieldControlProps } from './field.tsx';
import { pickFieldProps } from './text-field.tsx';

type Props<V extends string> = FieldProps & {
  value?: V | '';
  defaultValue?: V | '';
  onChange?: (value: V) => void;
  onBlur?: () => void;
  /** Label of the first, empty entry. */
  placeholder?: string;
  options: readonly { value: V; label: string; disabled?: boolean }[];
  autoComplete?: string;
  ref?: Ref<HTMLSelectElement>;
};

/** A single choice from the platform's own list: it works on phones and is never behind a dialog. */
export function Select<V extends string>(props: Props<V>) {
  const { value, defaultValue, onChange, onBlur, placeholder, options, autoComplete, ref } = props;
  const { readOnly, ...control } = useFieldControlProps(props);
  return (
    <Field {...pickFieldProps(props)} id={control.id}>
      <span
        className={cx(styles.box, styles.select, props.size === 'compact' && styles.compact)}
        data-invalid={props.error ? '' : undefined}
      >
        <select
          {...control}
          {...{
            ref,
            onBlur,
            autoComplete,
            defaultValue: value === undefined ? defaultValue : undefined,
            value,
          }}
          disabled={control.disabled || readOnly}
          onChange={event => {
            const chosen = options.find(option => option.value === event.currentTarget.value);
            if (chosen) onChange?.(chosen.value);
          }}
        >
          {placeholder !== undefined && (
            <option value="" disabled={props.required}>
              {placeholder}
            </option>
          )}
          {options.map(option => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" />
      </span>
    </Field>
  );
}
