import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChoiceGroup, type ChoiceGroupProps } from './choice-group.tsx';
import { cx } from './class-names.ts';
import styles from './toggle-cards.module.css';

type Option<V extends string> = {
  value: V;
  label: string;
  note?: string;
  picture?: ReactNode;
  disabled?: boolean;
  reason?: string;
};

type Props<V extends string> = ChoiceGroupProps & {
  value: readonly V[];
  onChange: (value: V[]) => void;
  options: readonly Option<V>[];
  max?: number;
  /** Shown when `max` options are chosen; names the remedy. */
  maxReason?: string;
  /** Numbers the options in the order of choice; otherwise the value keeps the order of the options. */
  ordered?: boolean;
  tone?: 'brand' | 'violet';
  layout?: 'chips' | 'cards' | 'pictures';
  /** Minimum width of a card, px. */
  minWidth?: number;
  name?: string;
};

/** Multiple choice as cards; the whole card is the target. */
export function ToggleCards<V extends string>(props: Props<V>) {
  const {
    value,
    onChange,
    options,
    max,
    maxReason,
    ordered,
    tone,
    layout = 'chips',
    minWidth,
    name,
    ...group
  } = props;
  const full = max !== undefined && value.length >= max;
  const toggle = (changed: V, on: boolean) => {
    const next = on ? [...value, changed] : value.filter(v => v !== changed);
    onChange(ordered ? next : options.map(option => option.value).filter(v => next.includes(v)));
  };
  return (
    <ChoiceGroup {...group} className={cx(layout !== 'chips' && styles.stretch, group.className)}>
      <div
        className={styles[layout]}
        style={minWidth ? { ['--card-width' as string]: `${minWidth}px` } : undefined}
      >
        {options.map(option => (
          <ToggleCard
            key={option.value}
            option={option}
            name={name}
            violet={tone === 'violet'}
            place={ordered ? value.indexOf(option.value) + 1 : null}
            chosen={value.includes(option.value)}
            shut={option.disabled === true || (full && !value.includes(option.value))}
            onToggle={on => toggle(option.value, on)}
          />
        ))}
      </div>
      {full && maxReason && (
        <p className={styles.full} role="status">
          <Lock aria-hidden="true" />
          {maxReason}
        </p>
      )}
    </ChoiceGroup>
  );
}

type CardProps = {
  option: Option<string>;
  name: string | undefined;
  violet: boolean;
  /** 1, 2, 3 in the order of choice; 0 if not chosen; null without an order. */
  place: number | null;
  chosen: boolean;
  shut: boolean;
  onToggle: (on: boolean) => void;
};

function ToggleCard({ option, name, violet, place, chosen, shut, onToggle }: CardProps) {
  return (
    <label className={cx(styles.card, violet && styles.violet)} title={option.reason}>
      <input
        type="checkbox"
        name={name}
        value={option.value}
        checked={chosen}
        disabled={shut}
        onChange={event => onToggle(event.currentTarget.checked)}
      />
      {option.picture && <span className={styles.picture}>{option.picture}</span>}
      <span className={cx(styles.mark, place !== null && styles.round)}>
        {place ? place : place === null && <Check aria-hidden="true" />}
      </span>
      <span className={styles.text}>
        {option.label}
        {(option.reason ?? option.note) && (
          <span className={styles.note}>{option.reason ?? option.note}</span>
        )}
      </span>
    </label>
  );
}
