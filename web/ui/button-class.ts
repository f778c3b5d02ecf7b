import styles from './button.module.css';
import { cx } from './class-names.ts';

export type ButtonVariant = 'outline' | 'primary' | 'quiet' | 'danger' | 'dangerFilled';
export type ButtonSize = 'small' | 'medium' | 'large';

export type ButtonClassOptions = {
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  iconOnly?: boolean;
};

/** CSS classes of a button, for any element. */
export function buttonClass(
  { variant = 'outline', size = 'medium', wide, iconOnly }: ButtonClassOptions,
  extra?: string,
): string {
  const look = variant === 'outline' ? undefined : styles[variant];
  const scale = size === 'medium' ? undefined : styles[size];
  return cx(styles.button, look, scale, wide && styles.wide, iconOnly && styles.iconOnly, extra) ?? '';
}
