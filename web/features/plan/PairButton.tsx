/** Two teeth by their numbers, which lead to the first of them. */
import type { ReactNode } from 'react';
import type { ToothPair } from '#events/plan/contacts.ts';
import { jumpTo } from '#web/features/viewer/jump-to-tooth.ts';
import styles from './contacts.module.css';

type PairProps = { label: string; children: ReactNode; teeth: ToothPair; stage?: number };

/** Chooses the first tooth, at the stage where it matters. */
export function PairButton({ label, children, teeth, stage }: PairProps) {
  return (
    <button type="button" className={styles.pair} aria-label={label} onClick={() => jumpTo(teeth[0], stage)}>
      {children}
    </button>
  );
}
