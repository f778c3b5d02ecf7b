import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';
import { cx } from './class-names.ts';
import { describedByIds, FieldNotes, RequiredMark } from './field.tsx';

export type ChoiceGroupProps = {
  label: ReactNode;
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  warning?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  id?: string;
  className?: string;
};

type Props = ChoiceGroupProps & { children: ReactNode; role?: 'radiogroup' };

/** A set of choices with label and notes. A fieldset, so the label works without script. */
export function ChoiceGroup({
  label,
  hideLabel,
  hint,
  error,
  warning,
  required,
  disabled,
  id,
  className,
  children,
  role,
}: Props) {
  const own = useId();
  const noteId = id ?? own;
  return (
    <fieldset
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      role={role}
      disabled={disabled}
      aria-describedby={describedByIds(noteId, { hint, error, warning })}
      aria-invalid={role === 'radiogroup' && error ? true : undefined}
      className={cx(styles.group, className)}
    >
      <legend className={hideLabel ? 'visually-hidden' : styles.legend}>
        {label}
        {required && <RequiredMark />}
      </legend>
      {children}
      <FieldNotes id={noteId} hint={hint} error={error} warning={warning} />
    </fieldset>
  );
}
