/**
 * The dock while its code loads. Takes the focus at once, so that typed keys trigger no shortcut of the page.
 */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './dock.module.css';

/** Closes on Escape and hides single keys from the page's shortcuts. Fields handle their keys earlier. */
export function handleDockKeys(event: KeyboardEvent, onClose: () => void): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (key === 'Escape' && !event.defaultPrevented) {
    event.stopPropagation();
    onClose();
  } else if (key.length === 1 && !ctrlKey && !metaKey && !altKey) event.stopPropagation();
}

export function ChatDockLoading({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell');
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <aside
      ref={box}
      className={styles.panel}
      aria-label={t('dock.none')}
      aria-busy="true"
      tabIndex={-1}
      data-noprint=""
      onKeyDown={event => handleDockKeys(event, onClose)}
    >
      <div className={styles.waiting}>
        <Skeleton lines={6} label={t('dock.loading')} />
      </div>
    </aside>
  );
}
