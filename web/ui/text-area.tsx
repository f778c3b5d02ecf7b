import { type Ref, useState } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { Field, type FieldProps, useFieldControlProps } from './field.tsx';
import { pickFieldProps } from './text-field.tsx';

type Props = FieldProps & {
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  rows?: number;
  /** Maximum length in characters; the corner shows the count. */
  maxLength?: number;
  placeholder?: string;
  submitOnCtrlEnter?: () => void;
  autoFocus?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
};

/** A multi-line text field that grows with its text. */
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
  const control = useFieldControlProps(props);
  const [typed, setTyped] = useState((defaultValue ?? '').length);
  const length = value === undefined ? typed : value.length;
  return (
    <Field {...pickFieldProps(props)} id={control.id}>
      <span className={cx(styles.box, styles.area)} data-invalid={props.error ? '' : undefined}>
        <textarea
          {...control}
          style={{ ['--rows' as string]: rows }}
          rows={rows}
          maxLength={maxLength}
          placeholder={placeholder}
          ref={ref}
          onBlur={onBlur}
          defaultValue={defaultValue}
          value={value}
          // biome-ignore lint/a11y/noAutofocus: set only by dialogs with this single field
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
