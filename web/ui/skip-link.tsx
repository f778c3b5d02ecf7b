import type { ReactNode } from 'react';
import styles from './misc.module.css';

/** The first stop of the Tab key: over the header to the page. */
export function SkipLink({ href, children }: { href: `#${string}`; children: ReactNode }) {
  return (
    <a href={href} className={styles.skip}>
      {children}
    </a>
  );
}
