import { ArrowBigUp, Eye } from 'lucide-react';
import type { HTMLAttributes, ReactNode } from 'react';
import { buttonClass } from '../button-class.ts';
import choice from '../choice.module.css';
import { cx } from '../class-names.ts';
import styles from '../field.module.css';
import { describedByIds, FieldFrame, FieldNotes } from '../field.tsx';

type Common = {
  label: ReactNode;
  name: string;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Default: the name. Required if two forms on a page share a name. */
  id?: string;
  labelEnd?: ReactNode;
  className?: string;
  /** `large` is 44 px, for a page that consists of one form. */
  size?: 'medium' | 'large';
};

type FieldProps = Common & {
  type?: 'text' | 'email' | 'tel' | 'password' | 'search';
  defaultValue?: string;
  autoComplete?: string;
  maxLength?: number;
  pattern?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode'];
  autoFocus?: boolean;
  placeholder?: string;
  numeric?: boolean;
  icon?: ReactNode;
  end?: ReactNode;
  warning?: ReactNode;
};

/**
 * A text field of a native form; after a refusal the server renders it with the typed value and the error.
 */
export function PlainField(props: FieldProps) {
  const {
    label,
    name,
    hint,
    error,
    warning,
    required,
    labelEnd,
    className,
    type = 'text',
    autoFocus,
    numeric,
    icon,
    end,
  } = props;
  const id = props.id ?? name;
  const { defaultValue, autoComplete, maxLength, pattern, inputMode, placeholder } = props;
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      warning={warning}
      required={required}
      labelEnd={labelEnd}
      className={className}
    >
      <span
        className={cx(styles.box, props.size === 'large' && styles.large)}
        data-invalid={error ? '' : undefined}
      >
        {icon}
        <input
          {...{
            id,
            name,
            type,
            required,
            defaultValue,
            autoComplete,
            maxLength,
            pattern,
            inputMode,
            placeholder,
          }}
          // biome-ignore lint/a11y/noAutofocus: the first field of a page that consists of a form
          autoFocus={autoFocus}
          spellCheck={type === 'password' ? false : undefined}
          className={numeric ? styles.numeric : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedByIds(id, { hint, error, warning })}
        />
        {end && <span className={styles.end}>{end}</span>}
      </span>
    </FieldFrame>
  );
}

type PasswordProps = Omit<FieldProps, 'type' | 'end' | 'warning'> & {
  showLabel: string;
  hideLabel: string;
  capsLockText: string;
};

/**
 * A password field. The page's optional script finds `[data-reveal]` (unhide; toggle the input's type and
 * `aria-pressed`) and `[data-caps]` (unhide while Caps Lock is on).
 */
export function PlainPasswordField({ showLabel, hideLabel, capsLockText, ...field }: PasswordProps) {
  const id = field.id ?? field.name;
  const reveal = (
    <button
      type="button"
      hidden
      data-reveal={id}
      data-show={showLabel}
      data-hide={hideLabel}
      aria-pressed="false"
      aria-label={showLabel}
      title={showLabel}
      className={buttonClass({ variant: 'quiet', size: 'small', iconOnly: true })}
    >
      <Eye aria-hidden="true" />
    </button>
  );
  return (
    <div className={styles.field}>
      <PlainField {...field} type="password" end={reveal} />
      <span hidden data-caps={id} role="status" className={cx(styles.note, styles.warning)}>
        <ArrowBigUp aria-hidden="true" />
        {capsLockText}
      </span>
    </div>
  );
}

type CheckboxProps = {
  children: ReactNode;
  name: string;
  id?: string;
  value?: string;
  defaultChecked?: boolean;
  required?: boolean;
  error?: ReactNode;
};

export function PlainCheckbox({
  children,
  name,
  id = name,
  value,
  defaultChecked,
  required,
  error,
}: CheckboxProps) {
  return (
    <div className={choice.group}>
      <label className={choice.choice}>
        <input
          id={id}
          name={name}
          value={value}
          defaultChecked={defaultChecked}
          required={required}
          type="checkbox"
          className={choice.mark}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedByIds(id, { error })}
        />
        <span>{children}</span>
      </label>
      <FieldNotes id={id} error={error} />
    </div>
  );
}
