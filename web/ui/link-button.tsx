import type { ReactNode } from 'react';
import styles from './button.module.css';
import { type ButtonClassOptions, buttonClass } from './button-class.ts';
import { Kbd } from './kbd.tsx';
import { type AnchorProps, Link } from './link.tsx';

type Props = AnchorProps &
  Omit<ButtonClassOptions, 'iconOnly'> & { icon?: ReactNode; iconEnd?: ReactNode; shortcut?: string };

/** A link that looks like a button. */
export function LinkButton({
  variant,
  size,
  wide,
  icon,
  iconEnd,
  shortcut,
  className,
  children,
  ...anchor
}: Props) {
  return (
    <Link {...anchor} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      <span className={styles.label}>{children}</span>
      {iconEnd}
      {shortcut && <Kbd keys={shortcut} />}
    </Link>
  );
}
