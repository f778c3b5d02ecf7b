import { Checkbox } from './checkbox.tsx';
import styles from './choice.module.css';
import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';

type Props<V extends string> = ChoiceGroupProps & {
  value: readonly V[];
  onChange: (value: V[]) => void;
  options: readonly { value: V; label: string; note?: string; disabled?: boolean }[];
  columns?: number;
  name?: string;
};

/** Selection of any number of options. The value keeps the order of the options. */
export function CheckboxGroup<V extends string>({
  value,
  onChange,
  options,
  columns,
  name,
  ...group
}: Props<V>) {
  const set = (changed: V, on: boolean) =>
    onChange(options.map(option => option.value).filter(v => (v === changed ? on : value.includes(v))));
  return (
    <ChoiceGroup {...group}>
      <div
        className={columns ? styles.columns : styles.list}
        style={columns ? { ['--columns' as string]: columns } : undefined}
      >
        {options.map(option => (
          <Checkbox
            key={option.value}
            name={name}
            value={option.value}
            checked={value.includes(option.value)}
            disabled={option.disabled}
            onChange={on => set(option.value, on)}
          >
            <span className={styles.text}>
              {option.label}
              {option.note && <span className={styles.note}>{option.note}</span>}
            </span>
          </Checkbox>
        ))}
      </div>
    </ChoiceGroup>
  );
}
