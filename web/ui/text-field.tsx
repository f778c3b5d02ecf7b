import type { HTMLAttributes, HTMLInputAutoCompleteAttribute, ReactNode, Ref } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps, useFieldControlProps } from './field.tsx';

export type TextFieldProps = FieldProps & {
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  onKeyDown?: (event: React.KeyboardEvent<HTMLInputElement>) => void;
  type?: 'text' | 'email' | 'tel' | 'url' | 'password';
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  autoComplete?: HTMLInputAutoCompleteAttribute;
  placeholder?: string;
  maxLength?: number;
  pattern?: string;
  icon?: ReactNode;
  suffix?: ReactNode;
  /** A control inside the box, at its end. */
  end?: ReactNode;
  /** Id of a datalist with suggestions. */
  list?: string;
  autoFocus?: boolean;
  spellCheck?: boolean;
  /** Uses tabular figures: ids, phones, codes. */
  numeric?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A single-line text field. */
export function TextField(props: TextFieldProps) {
  const {
    value,
    defaultValue,
    onChange,
    onBlur,
    onKeyDown,
    type = 'text',
    inputMode,
    autoComplete,
    placeholder,
  } = props;
  const { maxLength, pattern, icon, suffix, end, list, autoFocus, spellCheck, numeric, ref, ...field } =
    props;
  const control = useFieldControlProps(field);
  return (
    <Field {...pickFieldProps(field)} id={control.id}>
      <span
        className={cx(styles.box, props.size === 'compact' && styles.compact)}
        data-invalid={props.error ? '' : undefined}
      >
        {icon}
        <input
          {...control}
          {...{
            type,
            inputMode,
            autoComplete,
            placeholder,
            maxLength,
            pattern,
            list,
            spellCheck,
            ref,
            onBlur,
            onKeyDown,
            defaultValue,
            value,
          }}
          // biome-ignore lint/a11y/noAutofocus: set only by dialogs or pages with this single field
          autoFocus={autoFocus}
          className={numeric ? styles.numeric : undefined}
          onChange={onChange && (event => onChange(event.currentTarget.value))}
        />
        {suffix && <span className={styles.suffix}>{suffix}</span>}
        {end && <span className={styles.end}>{end}</span>}
      </span>
    </Field>
  );
}

/** Picks the props of `FieldFrame`. */
export function pickFieldProps(props: FieldProps): FieldProps {
  const { label, hideLabel, hint, warning, error, required, optional, labelEnd, className } = props;
  return { label, hideLabel, hint, warning, error, required, optional, labelEnd, className };
}
