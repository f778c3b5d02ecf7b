/**
 * A question mark next to a label that explains its term in both languages. The glossary is loaded on the
 * first press.
 */
import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import styles from './term.module.css';

const TermCard = lazy(() => import('./TermCard.tsx').then(m => ({ default: m.TermCard })));

/** @param said the label next to the question mark */
export function TermHelp({ id, said }: { id: string; said: string }) {
  const { t } = useTranslation('term');
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = t('help', { term: said });
  return (
    <>
      <IconButton
        ref={button}
        size="small"
        className={styles.help}
        label={label}
        aria-haspopup="dialog"
        icon={<CircleHelp aria-hidden="true" />}
        onPress={() => setOpen(true)}
      />
      <Popover open={open} onClose={() => setOpen(false)} triggerRef={button} label={label}>
        <Suspense fallback={null}>
          <TermCard id={id} />
        </Suspense>
      </Popover>
    </>
  );
}
