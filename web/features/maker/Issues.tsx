/** What is wrong or odd with files, a line for each: which one, and what. */
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { issueWords } from './issue-words.ts';
import styles from './maker.module.css';

type Props = { title: string; tone: 'danger' | 'warn'; issues: readonly Issue[] };

/** So many lines at first; the rest is counted. */
const most = 12;

export function Issues({ title, tone, issues }: Props) {
  const { t } = useTranslation(['maker', 'error', 'file']);
  if (issues.length === 0) return null;
  return (
    <Banner tone={tone}>
      <b>{title}</b>
      <ul className={styles.issues}>
        {issues.slice(0, most).map(one => {
          const { of, words } = issueWords(t, one);
          return (
            <li key={`${one.path} ${one.issue}`}>
              {of && <b className="num">{of}: </b>}
              {words}
            </li>
          );
        })}
      </ul>
      {issues.length > most && <p>{t('maker:more', { count: issues.length - most })}</p>}
    </Banner>
  );
}
