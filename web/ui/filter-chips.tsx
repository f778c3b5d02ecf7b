import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import styles from './filter-chips.module.css';
import { Link } from './link.tsx';

type Option<V extends string> = {
  value: V;
  label: string;
  count?: number;
  href?: string;
};

type Props<V extends string> = {
  label: string;
  value: V;
  onChange?: (value: V) => void;
  options: readonly Option<V>[];
};

/** A single choice as pills with counts. With `href` the pills are links and the URL holds the filter. */
export function FilterChoicePills<V extends string>({ label, value, onChange, options }: Props<V>) {
  const name = useId();
  if (options.some(option => option.href !== undefined)) {
    return (
      <nav aria-label={label} className={styles.filters}>
        {options.map(option => (
          <Link
            key={option.value}
            href={option.href ?? '#'}
            className={cx(styles.filter, option.count === 0 && styles.none)}
            aria-current={option.value === value ? 'true' : undefined}
          >
            <Words option={option} />
          </Link>
        ))}
      </nav>
    );
  }
  return (
    <fieldset className={styles.filters}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(option => (
        <label key={option.value} className={cx(styles.filter, option.count === 0 && styles.none)}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange?.(option.value)}
          />
          <Words option={option} />
        </label>
      ))}
    </fieldset>
  );
}

function Words({ option }: { option: Option<string> }) {
  return (
    <>
      <span>{option.label}</span>
      {option.count !== undefined && <span className={styles.count}>{option.count}</span>}
    </>
  );
}

type PillProps = {
  children: ReactNode;
  pressed?: boolean;
  dashed?: boolean;
  icon?: ReactNode;
  disabled?: boolean;
  onPress: () => void;
};

/** A round button for presets and ranges; `dashed` for adding an item. */
export function PillButton({ children, pressed, dashed, icon, disabled, onPress }: PillProps) {
  return (
    <button
      type="button"
      className={cx(styles.pill, dashed && styles.dashed)}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onPress}
    >
      {icon}
      {children}
    </button>
  );
}
