import type { ReactNode } from 'react';
import styles from './misc.module.css';
import type { Tone } from './theme.ts';

/** A large number and what it counts. */
export function Figure({ value, label, tone }: { value: ReactNode; label: ReactNode; tone?: Tone }) {
  return (
    <div className={styles.figure} data-tone={tone}>
      <dt className={styles.caption}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
    </div>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}
