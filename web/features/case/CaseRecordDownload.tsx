/** Link to the case's complete record as an open bundle, for its owner and administrators. */
import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import styles from './summary.module.css';

export function CaseRecordDownload({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation('archive');
  const { data: user } = useQuery(currentUserQuery());
  const mayExport = !user?.withheld?.includes('exports');
  const own = user && mayExport && (user.id === view.facts.ownerId || user.position === 'Admin');
  // The bundle contains the current case only: not offered for an earlier moment.
  if (!own || past) return null;
  return (
    <div className={styles.whole} data-noprint="">
      <LinkButton
        size="small"
        icon={<Archive />}
        href={`/api/cases/${encodeURIComponent(view.caseId)}/archive.zip`}
        download={`${view.caseId}.zip`}
      >
        {t('whole')}
      </LinkButton>
      <span className="t-small t-2">{t('wholeHint')}</span>
    </div>
  );
}
