/** Help on the viewer's keys, opened over the picture. Reads the same table as the keys themselves. */
import { Keyboard } from 'lucide-react';
import { useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '#web/ui/popover.tsx';
import { IsTarget } from './useStageWords.ts';
import styles from './viewer.module.css';
import { actsOf, keyOf } from './viewer-acts.ts';

export function KeysHelp() {
  const { t } = useTranslation('viewer');
  const [open, setOpen] = useState(false);
  const ofTarget = useContext(IsTarget);
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
          {actsOf(ofTarget).map(({ name }) => (
            <li key={name}>
              <span>{t(`act.${name}`)}</span>
              <kbd>{keyOf(name)}</kbd>
            </li>
          ))}
        </ul>
        <p className={styles.hand}>{t('byHand')}</p>
      </Popover>
    </div>
  );
}
