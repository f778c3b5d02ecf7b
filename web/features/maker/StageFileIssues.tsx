/** Problems of the stage files, one line each: file and problem. */
import { useTranslation } from 'react-i18next';
import type { Issue } from '#events/errors.ts';
import { Banner } from '#web/ui/banner.tsx';
import { issueText } from './issue-text.ts';
import styles from './maker.module.css';

type Props = { title: string; tone: 'danger' | 'warn'; issues: readonly Issue[] };

/** Number of lines shown at first; the rest is counted. */
const maxLines = 12;

export function StageFileIssues({ title, tone, issues }: Props) {
  const { t } = useTranslation(['maker', 'error', 'file']);
  if (issues.length === 0) return null;
  return (
    <Banner tone={tone}>
      <b>{title}</b>
      <ul className={styles.issues}>
        {issues.slice(0, maxLines).map(one => {
          const { of, words } = issueText(t, one);
          return (
            <li key={`${one.path} ${one.issue}`}>
              {of && <b className="num">{of}: </b>}
              {words}
            </li>
          );
        })}
      </ul>
      {issues.length > maxLines && <p>{t('maker:more', { count: issues.length - maxLines })}</p>}
    </Banner>
  );
}
