/** A pair of teeth as a button that shows the first of them. */
import type { ReactNode } from 'react';
import type { ToothPair } from '#events/plan/contacts.ts';
import { jumpToTooth } from '#web/features/viewer/jump-to-tooth.ts';
import styles from './contacts.module.css';

type PairProps = { label: string; children: ReactNode; teeth: ToothPair; stage?: number };

/** Selects the first tooth at the relevant stage. */
export function ToothPairButton({ label, children, teeth, stage }: PairProps) {
  return (
    <button
      type="button"
      className={styles.pair}
      aria-label={label}
      onClick={() => jumpToTooth(teeth[0], stage)}
    >
      {children}
    </button>
  );
}
