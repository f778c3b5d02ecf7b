import type { ReactNode } from 'react';
import button from '../button.module.css';
import { type ButtonClassOptions, buttonClass } from '../button-class.ts';

type Look = Omit<ButtonClassOptions, 'iconOnly'> & {
  children: ReactNode;
  icon?: ReactNode;
  className?: string;
};

type ButtonProps = Look & {
  type?: 'submit' | 'button' | 'reset';
  name?: string;
  value?: string;
  formAction?: string;
  /** Submits although other fields are empty or wrong. */
  formNoValidate?: boolean;
  disabled?: boolean;
  id?: string;
  /** `data-` attributes for the page's script. */
  data?: Record<string, string>;
};

/** A submit button for script-free forms. */
export function PlainButton({
  children,
  icon,
  variant,
  size,
  wide,
  className,
  type = 'submit',
  data = {},
  ...native
}: ButtonProps) {
  const attributes = Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));
  return (
    <button
      {...native}
      {...attributes}
      type={type}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {icon}
      <span className={button.label}>{children}</span>
    </button>
  );
}

export function PlainLinkButton({
  children,
  icon,
  variant,
  size,
  wide,
  className,
  href,
}: Look & { href: string }) {
  return (
    <a href={href} className={buttonClass({ variant, size, wide }, className)}>
      {icon}
      <span className={button.label}>{children}</span>
    </a>
  );
}

type IconProps = {
  label: string;
  icon: ReactNode;
  size?: ButtonClassOptions['size'];
  className?: string;
};

/** An icon link; the browser's tooltip shows its name. */
export function PlainIconLink({ href, label, icon, size, className }: IconProps & { href: string }) {
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      className={buttonClass({ variant: 'quiet', size, iconOnly: true }, className)}
    >
      {icon}
    </a>
  );
}

/** An icon button that submits its form. */
export function PlainIconButton({
  label,
  icon,
  size,
  className,
  name,
  value,
}: IconProps & { name?: string; value?: string }) {
  return (
    <button
      type="submit"
      name={name}
      value={value}
      aria-label={label}
      title={label}
      className={buttonClass({ variant: 'quiet', size, iconOnly: true }, className)}
    >
      {icon}
    </button>
  );
}
