import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../class-names.ts';
import styles from '../field.module.css';
import { describedByIds, FieldFrame } from '../field.tsx';

type Props = {
  label: ReactNode;
  name: string;
  options: readonly { value: string; label: string }[];
  defaultValue?: string;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** `large` is 44 px, for a page that consists of one form. */
  size?: 'medium' | 'large';
};

/** A choice of a native form. */
export function PlainSelectField({ label, name, options, defaultValue, hint, error, required, size }: Props) {
  return (
    <FieldFrame id={name} label={label} hint={hint} error={error} required={required}>
      <span
        className={cx(styles.box, styles.select, size === 'large' && styles.large)}
        data-invalid={error ? '' : undefined}
      >
        <select
          id={name}
          {...{ name, defaultValue, required }}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedByIds(name, { hint, error })}
        >
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" />
      </span>
    </FieldFrame>
  );
}
