import { type ReactNode, useId } from 'react';
import styles from './choice.module.css';
import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';
import { cx } from './class-names.ts';

type Option<V extends string> = {
  value: V;
  label: ReactNode;
  note?: ReactNode;
  picture?: ReactNode;
  disabled?: boolean;
  /** Reason why the option is disabled; replaces the note. */
  reason?: string;
};

type Props<V extends string> = ChoiceGroupProps & {
  value?: V | null;
  defaultValue?: V;
  onChange?: (value: V) => void;
  options: readonly Option<V>[];
  layout?: 'list' | 'row' | 'cards';
  name?: string;
};

const LAYOUTS = { list: styles.list, row: styles.inline, cards: styles.cards };

/** A single choice as radio buttons or cards. */
export function RadioGroup<V extends string>(props: Props<V>) {
  const { value, defaultValue, onChange, options, layout = 'list', name, ...group } = props;
  const own = useId();
  return (
    <ChoiceGroup
      {...group}
      role="radiogroup"
      className={cx(layout === 'cards' && styles.stretch, group.className)}
    >
      <div className={LAYOUTS[layout]}>
        {options.map(option => (
          <label key={option.value} className={layout === 'cards' ? styles.card : styles.choice}>
            {option.picture && layout === 'cards' && <span className={styles.picture}>{option.picture}</span>}
            <input
              type="radio"
              className={styles.mark}
              name={name ?? own}
              value={option.value}
              disabled={option.disabled}
              required={group.required}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={value === undefined ? defaultValue === option.value : undefined}
              onChange={() => onChange?.(option.value)}
            />
            <span className={styles.text}>
              {layout === 'cards' ? <b>{option.label}</b> : option.label}
              {(option.reason ?? option.note) && (
                <span className={styles.note}>{option.reason ?? option.note}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </ChoiceGroup>
  );
}
