/** The first page of the analysis: what each screen answers, and which are for analysts only. */
import { useTranslation } from 'react-i18next';
import { type AnalysisScreen, screensOpenTo } from '#events/analysis/screens.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './analysis.module.css';
import { analysisHref } from './analysis-href.ts';

export function AnalysisStart({ screens }: { screens: readonly AnalysisScreen[] }) {
  const { t } = useTranslation('analysis');
  const more = screensOpenTo('Analyst').filter(id => !screens.includes(id));
  return (
    <>
      <ul className={styles.start}>
        {screens.map(id => (
          <li key={id}>
            <Link href={analysisHref(id)} className={styles.card}>
              <strong>{t(`screen.${id}`)}</strong>
              <span className="t-small">{t(`about.${id}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {more.length > 0 && (
        <p className={`t-2 t-small ${styles.more}`}>
          {t('moreForAnalysts', { screens: more.map(id => t(`screen.${id}`)).join(t('listComma')) })}{' '}
          {t('notYoursHow')}
        </p>
      )}
    </>
  );
}
