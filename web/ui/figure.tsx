import type { ReactNode } from 'react';
import styles from './misc.module.css';
import type { Tone } from './theme.ts';

/** A large number with its caption. */
export function StatFigure({ value, label, tone }: { value: ReactNode; label: ReactNode; tone?: Tone }) {
  return (
    <div className={styles.figure} data-tone={tone}>
      <dt className={styles.caption}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}

export function StatFigures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}
