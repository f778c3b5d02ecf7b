/** The first page of the analysis: what each screen answers. */
import { useTranslation } from 'react-i18next';
import type { AnalysisScreen } from '#events/analysis/screens.ts';
import { Link } from '#web/ui/link.tsx';
import styles from './analysis.module.css';
import { analysisHref } from './analysis-href.ts';

export function AnalysisStart({ screens }: { screens: readonly AnalysisScreen[] }) {
  const { t } = useTranslation('analysis');
  return (
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
  );
}
