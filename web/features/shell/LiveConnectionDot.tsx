/** Indicator whether live updates arrive. */
import { useTranslation } from 'react-i18next';
import { useSocketStatus } from '#web/lib/live-state.ts';
import styles from './shell.module.css';

export function LiveConnectionDot() {
  const { t } = useTranslation('shell');
  const state = useSocketStatus();
  const word = { live: 'live.on', lost: 'live.off', full: 'live.still', connecting: 'live.connecting' }[
    state
  ];
  const isSaid = state === 'lost' || state === 'full';
  return (
    <span className={styles.live} data-state={state} title={t(state === 'full' ? 'live.full' : word)}>
      <span className={isSaid ? undefined : 'visually-hidden'}>{t(word)}</span>
    </span>
  );
}
