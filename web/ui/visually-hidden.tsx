import type { ReactNode } from 'react';

/** Heard, not seen. */
export function VisuallyHidden({
  children,
  as: Element = 'span',
}: {
  children: ReactNode;
  as?: 'span' | 'div' | 'h1' | 'h2' | 'h3' | 'p';
}) {
  return <Element className="visually-hidden">{children}</Element>;
}
