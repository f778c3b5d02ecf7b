import { type Ref, useState } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps, useFieldControl } from './field.tsx';
import { pickField } from './text-field.tsx';

type Props = FieldProps & {
  value?: string | undefined;
  defaultValue?: string | undefined;
  onChange?: ((value: string) => void) | undefined;
  onBlur?: (() => void) | undefined;
  rows?: number | undefined;
  /** Characters; the count stands in the corner. */
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  submitOnCtrlEnter?: (() => void) | undefined;
  autoFocus?: boolean | undefined;
  ref?: Ref<HTMLTextAreaElement>;
};

/** Several lines; it grows with its text. */
export function TextArea(props: Props) {
  const {
    value,
    defaultValue,
    onChange,
    onBlur,
    rows = 3,
    maxLength,
    placeholder,
    submitOnCtrlEnter,
    autoFocus,
    ref,
  } = props;
  const control = useFieldControl(props);
  const [typed, setTyped] = useState((defaultValue ?? '').length);
  const length = value === undefined ? typed : value.length;
  return (
    <Field {...pickField(props)} id={control.id}>
      <span className={cx(styles.box, styles.area)} data-invalid={props.error ? '' : undefined}>
        <textarea
          {...control}
          style={{ ['--rows' as string]: rows }}
          {...{ rows, maxLength, placeholder, ref, onBlur, defaultValue, value }}
          // biome-ignore lint/a11y/noAutofocus: only where a dialog is about this one field
          autoFocus={autoFocus}
          onChange={event => {
            setTyped(event.currentTarget.value.length);
            onChange?.(event.currentTarget.value);
          }}
          onKeyDown={event => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submitOnCtrlEnter?.();
          }}
        />
        {maxLength !== undefined && (
          <span className={styles.count} aria-hidden="true">
            {length} / {maxLength}
          </span>
        )}
      </span>
    </Field>
  );
}
