/** Help on the viewer's keys, opened over the picture. Reads the same table as the keys themselves. */
import { Keyboard } from 'lucide-react';
import { useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '#web/ui/popover.tsx';
import { IsTargetContext } from './useStageNameFormatter.ts';
import styles from './viewer.module.css';
import { offeredViewerActions, viewerActionKey } from './viewer-actions.ts';

export function KeysHelp() {
  const { t } = useTranslation('viewer');
  const [open, setOpen] = useState(false);
  const ofTarget = useContext(IsTargetContext);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={`${styles.bar} ${styles.help}`}>
      <button
        ref={button}
        type="button"
        aria-label={t('keys')}
        title={t('keys')}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Keyboard size={16} aria-hidden="true" />
      </button>
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        triggerRef={button}
        label={t('keys')}
        placement="top end"
      >
        <ul className={styles.keys}>
          {offeredViewerActions(ofTarget).map(({ name }) => (
            <li key={name}>
              <span>{t(`act.${name}`)}</span>
              <kbd>{viewerActionKey(name)}</kbd>
            </li>
          ))}
        </ul>
        <p className={styles.hand}>{t('byHand')}</p>
      </Popover>
    </div>
  );
}
