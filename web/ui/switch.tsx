import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';
import { cx } from './class-names.ts';
import { FieldNotes } from './field.tsx';

type Props = {
  children: ReactNode;
  checked?: boolean;
  defaultChecked?: boolean;
  onChange?: (checked: boolean) => void;
  name?: string;
  disabled?: boolean;
  hint?: ReactNode;
};

/** An on/off switch with immediate effect. */
export function Switch({ children, onChange, hint, ...native }: Props) {
  const id = useId();
  return (
    <div className={styles.group}>
      <label className={cx(styles.choice, styles.switch)}>
        <input
          {...native}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: the native checkbox has the checked state
          role="switch"
          className={styles.track}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={event => onChange?.(event.currentTarget.checked)}
        />
        <span>{children}</span>
      </label>
      <FieldNotes id={id} hint={hint} />
    </div>
  );
}
