import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './misc.module.css';

type Props = {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean | undefined;
  onToggle?: ((open: boolean) => void) | undefined;
  count?: ReactNode;
  id?: string | undefined;
  /** Of those with the same name only one is open. */
  name?: string | undefined;
};

/** Unfolds; needs no script. */
export function Disclosure({ summary, children, open, onToggle, count, id, name }: Props) {
  return (
    <details
      id={id}
      name={name}
      open={open}
      className={styles.details}
      onToggle={onToggle && (event => onToggle(event.currentTarget.open))}
    >
      <summary className={styles.summary}>
        <ChevronRight aria-hidden="true" />
        {summary}
        {count !== undefined && <span className={styles.summaryCount}>{count}</span>}
      </summary>
      <div className={styles.inside}>{children}</div>
    </details>
  );
}
