import type { ReactNode } from 'react';
import { Badge } from './chip.tsx';
import { Link } from './link.tsx';
import styles from './tabs.module.css';
import type { Tone } from './theme.ts';

type Tab = { id: string; label: ReactNode; href: string; count?: ReactNode; countTone?: Tone };

/** Tabs that are links. */
export function TabLinks({
  label,
  current,
  tabs,
  end,
}: {
  label: string;
  current: string;
  tabs: readonly Tab[];
  end?: ReactNode;
}) {
  return (
    <div className={styles.bar}>
      <nav aria-label={label} className={styles.list}>
        {tabs.map(tab => (
          <Link
            key={tab.id}
            href={tab.href}
            className={styles.tab}
            aria-current={tab.id === current ? 'page' : undefined}
          >
            {tab.label}
            {tab.count !== undefined && <Badge tone={tab.countTone}>{tab.count}</Badge>}
          </Link>
        ))}
      </nav>
      {end && <div className={styles.end}>{end}</div>}
    </div>
  );
}
