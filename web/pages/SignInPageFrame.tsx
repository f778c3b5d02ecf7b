/** Frame of the pages around signing in: logo, switches, one column. */
import type { ReactNode } from 'react';
import { cx } from '#web/ui/class-names.ts';
import styles from './joining.module.css';
import { PageBar } from './PageBar.tsx';
import { type PageContext, PlainDocument } from './plain-document.tsx';

type Props = {
  world: PageContext;
  title: string;
  /** Wider than a form, for lists and texts. */
  wide?: boolean;
  children: ReactNode;
};

export function SignInPageFrame({ world, title, wide, children }: Props) {
  return (
    <PlainDocument world={world} title={title}>
      <PageBar world={world} href="/login" />
      <main className={cx(styles.main, wide && styles.wide)}>
        <h1 className="t-page">{title}</h1>
        {children}
      </main>
    </PlainDocument>
  );
}
