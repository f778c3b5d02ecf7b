/** Legend of the map: its colours and marks, and the data behind the replay. */
import { useTranslation } from 'react-i18next';
import styles from './replay.module.css';
import type { ReplayPlayer } from './replay-player.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';
import { usePlayerSnapshot } from './useReplayPlayer.ts';
import { waitBands } from './wait-bands.ts';

export function MapLegend({ player, holidays }: { player: ReplayPlayer; holidays: boolean }) {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  const { track, range } = usePlayerSnapshot(player);
  return (
    <div className={styles.legend}>
      <span className="t-2">{t('replay.legend')}</span>
      <ul>
        {waitBands.map(band => (
          <li key={band}>
            <i data-band={band} aria-hidden="true" />
            {t(`replay.bands.${band}`)}
          </li>
        ))}
        {holidays && (
          <li>
            <i data-band="holiday" aria-hidden="true" />
            {t('replay.holiday')}
          </li>
        )}
      </ul>
      <span className={`t-2 num ${styles.basis}`}>
        {t('replay.basis', { cases: words.count(track.caseIds.length), moment: words.moment(range.end) })}
      </span>
    </div>
  );
}
