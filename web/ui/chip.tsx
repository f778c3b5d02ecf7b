import type { ReactNode } from 'react';
import styles from './chip.module.css';
import { cx } from './class-names.ts';
import type { Tone } from './theme.ts';

type StatusProps = {
  icon?: ReactNode;
  tone: Tone;
  /** Filled background: only for states that wait for the reader. */
  soft?: boolean;
  children: ReactNode;
  /** Small grey text after the chip. */
  note?: ReactNode;
};

/** A state as icon, word and tone; never as colour alone. */
export function StatusChip({ icon, tone, soft, children, note }: StatusProps) {
  const frame = soft ? styles.soft : tone === 'dangerOutline' && styles.outline;
  return (
    <>
      <span className={cx(styles.status, frame)} data-tone={tone}>
        {icon}
        <span className={styles.word}>{children}</span>
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </>
  );
}

/** A count or a short label. */
export function Badge({ children, tone = 'neutral' }: { children: ReactNode; tone?: Tone }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}

/** Marks content that updates on its own. */
export function LiveUpdatesMark({ children, off }: { children: ReactNode; off?: boolean }) {
  return <span className={cx(styles.live, off && styles.off)}>{children}</span>;
}

/** The coral dot: marks a value that differs from its initial value. */
export function ChangedDot({ label }: { label: string }) {
  return (
    <span className={styles.dot} title={label}>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
