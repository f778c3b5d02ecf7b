import type { ReactNode } from 'react';
import { ArchProgress } from './arch-progress.tsx';
import styles from './misc.module.css';

type Props = {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode /** Icon that replaces the arch line. */;
  icon?: ReactNode;
  arch?: boolean;
  /** The empty state is the whole page: its title becomes the page heading. */
  page?: boolean;
};

/** An empty state: one sentence and one action. */
export function EmptyState({ title, children, action, icon, arch = true, page = false }: Props) {
  return (
    <div className={styles.empty}>
      {(icon || arch) && (
        <span className={styles.emptyArt} aria-hidden="true">
          {icon ?? <ArchProgress value={0} total={1} label="" showText={false} size="medium" />}
        </span>
      )}
      {page ? <h1 className="t-page">{title}</h1> : <strong>{title}</strong>}
      {children && <p>{children}</p>}
      {action && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
