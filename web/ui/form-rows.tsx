import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './form-row.module.css';

/** A form laid out in rows: labels left, controls right, hairlines between rows. */
export function FormRows({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <section className={styles.sheet} aria-label={label}>
      {children}
    </section>
  );
}

/** Heading of a group of rows, with the number of answered rows. */
export function FormRowsHead({ children, count }: { children: ReactNode; count?: ReactNode }) {
  return (
    <h2 className={styles.head}>
      <span>{children}</span>
      {count !== undefined && <span className="num">{count}</span>}
    </h2>
  );
}

type RowProps = {
  /** The question. The control inside has its own label (`hideLabel`). */
  label: ReactNode;
  note?: ReactNode;
  /** Screen-reader text of the coral dot: the answer differs from its initial value. */
  changed?: string | false;
  /** The word shown for a missing answer. */
  missing?: string | false;
  end?: ReactNode;
  id?: string;
  /** Collapses an answered row to one line. */
  shut?: boolean;
  children: ReactNode;
};

export function FormRow({ label, note, changed, missing, end, id, shut, children }: RowProps) {
  return (
    <div
      id={id}
      className={cx(styles.row, changed && styles.changed, missing && styles.missing, shut && styles.shut)}
    >
      <div className={styles.label}>
        {label}
        {changed && <span className="visually-hidden"> {changed}</span>}
        {note && <span className={styles.note}>{note}</span>}
      </div>
      <div className={styles.body}>{children}</div>
      <div className={styles.end}>{missing || end}</div>
    </div>
  );
}
