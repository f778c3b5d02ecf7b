import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './form-row.module.css';

/** A form that reads like a sheet: label left, answer right, hairlines between. */
export function Sheet({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <section className={styles.sheet} aria-label={label}>
      {children}
    </section>
  );
}

/** The head of a group of rows, with how many are answered. */
export function SheetHead({ children, count }: { children: ReactNode; count?: ReactNode }) {
  return (
    <h2 className={styles.head}>
      <span>{children}</span>
      {count !== undefined && <span className="num">{count}</span>}
    </h2>
  );
}

type RowProps = {
  /** What is asked. The control inside names itself (`hideLabel`). */
  label: ReactNode;
  note?: ReactNode;
  /** What the coral dot says to who can't see it: the answer differs from where it started. */
  changed?: string | false;
  /** The word for an answer that is still wanted. */
  missing?: string | false;
  end?: ReactNode;
  id?: string;
  /** Answered and folded: one line. */
  shut?: boolean;
  children: ReactNode;
};

export function SheetRow({ label, note, changed, missing, end, id, shut, children }: RowProps) {
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
