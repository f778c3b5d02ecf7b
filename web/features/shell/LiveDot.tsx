/** Whether changes of others come by themselves just now. */
import { useTranslation } from 'react-i18next';
import { useConnection } from '#web/lib/live.ts';
import styles from './shell.module.css';

export function LiveDot() {
  const { t } = useTranslation('shell');
  const state = useConnection();
  const word = { live: 'live.on', lost: 'live.off', connecting: 'live.connecting' }[state];
  return (
    <span className={styles.live} data-state={state} title={t(word)}>
      <span className={state === 'lost' ? undefined : 'visually-hidden'}>{t(word)}</span>
    </span>
  );
}
