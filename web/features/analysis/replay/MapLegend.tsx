/** What the colours of the dots mean. */
import { useTranslation } from 'react-i18next';
import styles from './replay.module.css';
import { waitBands } from './wait-bands.ts';

export function MapLegend() {
  const { t } = useTranslation('analysis');
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
      </ul>
    </div>
  );
}
