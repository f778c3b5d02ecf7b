import { type ButtonHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import styles from './button.module.css';
import { type ButtonClassOptions, buttonClass } from './button-class.ts';
import { cx } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { Tooltip } from './tooltip.tsx';

type Native = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled'>;

export type ButtonProps = Native &
  ButtonClassOptions & {
    icon?: ReactNode;
    iconEnd?: ReactNode;
    /** Work is in progress: shows a spinner, ignores presses, keeps the focus. */
    pending?: boolean;
    disabled?: boolean;
    /**
     * Reason why the button is disabled, and the remedy. The button stays focusable and shows the reason as a
     * tooltip.
     */
    disabledReason?: string;
    /** Makes the button a toggle. */
    pressed?: boolean;
    /** The shortcut as displayed: `Ctrl S`. */
    shortcut?: string;
    onPress?: (event: React.MouseEvent<HTMLButtonElement>) => void;
    ref?: Ref<HTMLButtonElement>;
  };

/** A native button, so it submits its form before any script has loaded. */
export function Button({
  children,
  variant,
  size,
  wide,
  iconOnly,
  icon,
  iconEnd,
  pending,
  disabled,
  disabledReason,
  pressed,
  shortcut,
  onPress,
  className,
  type = 'button',
  ...native
}: ButtonProps) {
  const reasonId = useId();
  const held = pending === true || Boolean(disabledReason);
  const button = (
    <button
      {...native}
      type={type}
      className={buttonClass({ variant, size, wide, iconOnly }, className)}
      disabled={disabled && !disabledReason}
      aria-disabled={held || undefined}
      aria-busy={pending || undefined}
      aria-pressed={pressed}
      aria-describedby={cx(native['aria-describedby'], disabledReason && reasonId)}
      onClick={event => {
        if (held) event.preventDefault();
        else onPress?.(event);
      }}
    >
      {pending ? <span className={styles.spinner} /> : icon}
      {children !== undefined && <span className={iconOnly ? undefined : styles.label}>{children}</span>}
      {iconEnd}
      {shortcut && <Kbd keys={shortcut} />}
    </button>
  );
  if (!disabledReason) return button;
  return (
    <>
      <Tooltip text={disabledReason} describes={false}>
        {button}
      </Tooltip>
      <span id={reasonId} className="visually-hidden">
        {disabledReason}
      </span>
    </>
  );
}
