import type { AriaAttributes, ReactNode, Ref } from 'react';
import styles from './button.module.css';
import { Button } from './button.tsx';
import { type ButtonSize, buttonClass } from './button-class.ts';
import { cx } from './class-names.ts';
import { Link } from './link.tsx';
import { Tooltip } from './tooltip.tsx';

type Props = {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  shortcut?: string;
  variant?: 'quiet' | 'outline';
  size?: ButtonSize;
  pressed?: boolean;
  pending?: boolean;
  disabled?: boolean;
  disabledReason?: string;
  /** Shows a coral dot for news. The label must mention the news too. */
  dot?: boolean;
  href?: string;
  type?: 'button' | 'submit';
  name?: string;
  value?: string;
  onPress?: () => void;
  onKeyDown?: (event: React.KeyboardEvent) => void;
  ref?: Ref<HTMLButtonElement>;
  className?: string;
} & AriaAttributes & { [data: `data-${string}`]: string | undefined };

/** An icon-only button; its label is mandatory. */
export function IconButton({
  label,
  icon,
  shortcut,
  variant = 'quiet',
  size,
  dot,
  href,
  className,
  ...rest
}: Props) {
  const inside = (
    <>
      {icon}
      {dot && <span className={styles.dot} />}
    </>
  );
  const classes = cx(dot && styles.dotted, className);
  const control =
    href === undefined ? (
      <Button
        {...rest}
        aria-label={label}
        icon={inside}
        variant={variant}
        size={size}
        iconOnly
        {...(classes && { className: classes })}
      />
    ) : (
      <Link
        href={href}
        aria-label={label}
        className={buttonClass({ variant, size, iconOnly: true }, classes)}
      >
        {inside}
      </Link>
    );
  if (rest.disabledReason) return control;
  return (
    <Tooltip text={label} shortcut={shortcut} describes={false}>
      {control}
    </Tooltip>
  );
}
