import { type ReactNode, useId } from 'react';
import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';
import { cx } from './class-names.ts';
import styles from './segmented.module.css';

type Option<V extends string> = {
  value: V;
  label: string;
  /** Small grey text after the label: a range, a unit. */
  note?: string;
  icon?: ReactNode;
  disabled?: boolean;
  reason?: string;
};

type Common<V extends string> = ChoiceGroupProps & {
  value?: V | null;
  defaultValue?: V;
  options: readonly Option<V>[];
  size?: 'small' | 'medium';
  name?: string;
};

type Props<V extends string> = Common<V> &
  (
    | { clearable?: false; onChange?: ((value: V) => void) | undefined }
    | { clearable: true; onChange?: ((value: V | null) => void) | undefined }
  );

/** A single choice of short options, side by side: radio buttons in the shape of a bar. May be left empty. */
export function SegmentedControl<V extends string>(props: Props<V>) {
  const { value, defaultValue, options, size, name, clearable, onChange, ...group } = props;
  const own = useId();
  const clear = () => {
    if (props.clearable) props.onChange?.(null);
  };
  return (
    <ChoiceGroup {...group} role="radiogroup">
      <div
        className={cx(styles.bar, size === 'small' && styles.small)}
        data-invalid={group.error ? '' : undefined}
      >
        {options.map(option => (
          <label key={option.value} className={styles.part} title={option.reason}>
            <input
              type="radio"
              name={name ?? own}
              value={option.value}
              disabled={option.disabled}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={value === undefined ? defaultValue === option.value : undefined}
              onChange={() => onChange?.(option.value)}
              onClick={() => value === option.value && clear()}
              onKeyDown={event => {
                if (event.key === 'Backspace' || event.key === 'Delete') clear();
              }}
            />
            {option.icon}
            <span className={styles.text} data-text={option.label}>
              {option.label}
            </span>
            {option.note && <span className={styles.note}>{option.note}</span>}
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}
