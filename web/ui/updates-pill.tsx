import { ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './misc.module.css';

/** "3 updates, show": new rows wait, so that nothing moves under the pointer. */
export function PendingUpdatesPill({ children, onPress }: { children: ReactNode; onPress: () => void }) {
  return (
    <button type="button" className={styles.updates} onClick={onPress}>
      <ChevronUp aria-hidden="true" />
      {children}
    </button>
  );
}
