import type { ReactNode, Ref } from 'react';
import { useId } from 'react';
import styles from './choice.module.css';
import { cx } from './class-names.ts';
import { describedByIds, FieldNotes } from './field.tsx';

type Props = {
  /** Visible label of the checkbox. */
  children?: ReactNode;
  /** Accessible name, for a checkbox without a visible label. */
  label?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  indeterminate?: boolean;
  onChange?: (checked: boolean) => void;
  name?: string;
  value?: string;
  disabled?: boolean;
  required?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  className?: string;
  ref?: Ref<HTMLInputElement>;
};

/** A checkbox with label, hint and error. */
export function Checkbox(props: Props) {
  const {
    children,
    label,
    checked,
    defaultChecked,
    indeterminate,
    onChange,
    hint,
    error,
    className,
    ref,
    ...native
  } = props;
  const id = useId();
  const setMixed = (node: HTMLInputElement | null) => {
    if (node) node.indeterminate = indeterminate === true;
    if (typeof ref === 'function') ref(node);
    else if (ref) ref.current = node;
  };
  const box = (
    <label className={cx(styles.choice, children === undefined && styles.bare, className)}>
      <input
        {...native}
        ref={setMixed}
        type="checkbox"
        className={styles.mark}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedByIds(id, { hint, error })}
        checked={checked}
        defaultChecked={defaultChecked}
        onChange={event => onChange?.(event.currentTarget.checked)}
      />
      {children !== undefined && <span>{children}</span>}
    </label>
  );
  if (!hint && !error) return box;
  return (
    <div className={styles.group}>
      {box}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}
