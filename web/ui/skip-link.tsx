import type { ReactNode } from 'react';
import styles from './misc.module.css';

/** The first Tab stop: skips the header. */
export function SkipLink({ href, children }: { href: `#${string}`; children: ReactNode }) {
  return (
    <a href={href} className={styles.skip}>
      {children}
    </a>
  );
}
