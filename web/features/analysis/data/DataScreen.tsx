/** /analysis/data: the tables for other tools, as files and through keys. */
import { useTranslation } from 'react-i18next';
import { NotebookKeys } from '../keys/NotebookKeys.tsx';
import styles from './data.module.css';
import { ExportsPanel } from './ExportsPanel.tsx';

export function DataScreen() {
  const { t } = useTranslation('analysis');
  return (
    <div className={styles.screen}>
      <p className="t-2">{t('data.lead')}</p>
      <ExportsPanel />
      <NotebookKeys />
    </div>
  );
}
