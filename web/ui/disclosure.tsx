import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './misc.module.css';

type Props = {
  summary: ReactNode;
  children: ReactNode;
  open?: boolean;
  onToggle?: (open: boolean) => void;
  count?: ReactNode;
  id?: string;
  /** Disclosures with the same name open one at a time. */
  name?: string;
};

/** A collapsible section; works without script. */
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
