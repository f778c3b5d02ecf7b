import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import styles from './misc.module.css';

/** A button that scrolls to the top; appears after `after` px. */
export function BackToTop({ label, after = 600 }: { label: string; after?: number }) {
  const [far, setFar] = useState(false);
  useEffect(() => {
    const look = () => setFar(window.scrollY > after);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [after]);
  if (!far) return null;
  return (
    <IconButton
      label={label}
      variant="outline"
      className={styles.top}
      icon={<ArrowUp aria-hidden="true" />}
      onPress={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    />
  );
}
