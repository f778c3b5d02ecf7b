import { useId } from 'react';
import { Label } from 'react-aria-components/Label';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { describedByIds, FieldNotes, type FieldProps, RequiredMark } from './field.tsx';
import { useKitTexts } from './kit-texts.tsx';

/** Shared props of react-aria fields: root, label and notes. */
export function useAriaFieldProps(props: FieldProps) {
  const own = useId();
  const id = props.id ?? own;
  const root = {
    id,
    name: props.name ?? '',
    className: cx(styles.field, props.className) ?? '',
    isDisabled: props.disabled ?? false,
    isReadOnly: props.readOnly ?? false,
    isRequired: props.required ?? false,
    isInvalid: Boolean(props.error),
    validationBehavior: 'aria' as const,
    'aria-describedby': describedByIds(id, props),
  };
  const { hint, warning, error } = props;
  return {
    root,
    label: <AriaLabel {...props} />,
    notes: <FieldNotes id={id} hint={hint} warning={warning} error={error} />,
  };
}

function AriaLabel({ label, hideLabel, required, optional, labelEnd }: FieldProps) {
  const texts = useKitTexts();
  return (
    <span className={hideLabel ? 'visually-hidden' : styles.label}>
      <Label>
        {label}
        {required && <RequiredMark />}
      </Label>
      {labelEnd ?? (optional && <span className={styles.mark}>{texts.optional}</span>)}
    </span>
  );
}
