import { Search } from 'lucide-react';
import { cx } from '../class-names.ts';
import styles from '../field.module.css';
import { PlainButton } from './plain-button.tsx';

type Props = {
  /** Accessible name of the field. */
  label: string;
  name: string;
  /** Text of the button; without a button, Enter submits. */
  button?: string;
  action: string;
  defaultValue?: string;
  placeholder?: string;
  maxLength?: number;
  tone?: 'sunken' | 'box';
  size?: 'large';
  className?: string;
};

/** A search form that submits by GET; needs no script. */
export function PlainSearchForm(props: Props) {
  const { label, name, button, action, defaultValue, placeholder, maxLength, tone, size, className } = props;
  return (
    <search className={className}>
      <form action={action} className={styles.searchForm}>
        <span
          className={cx(styles.box, tone === 'sunken' && styles.sunken, size === 'large' && styles.large)}
        >
          <Search aria-hidden="true" />
          <input
            type="search"
            aria-label={label}
            placeholder={placeholder ?? label}
            autoComplete="off"
            spellCheck={false}
            name={name}
            defaultValue={defaultValue}
            maxLength={maxLength}
          />
        </span>
        {button && (
          <PlainButton variant="primary" size={size}>
            {button}
          </PlainButton>
        )}
      </form>
    </search>
  );
}
