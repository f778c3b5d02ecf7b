/** A patient's wear next to the list; the address reopens it. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { caseViewQuery } from '#web/lib/queries.ts';
import { useAnnounceCasePresence } from '#web/lib/useAnnounceCasePresence.ts';
import { Drawer } from '#web/ui/drawer.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { WearRecordContent } from './WearRecordContent.tsx';
import styles from './wear.module.css';

export function WearDrawer({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const { t } = useTranslation(['wear', 'case', 'error']);
  const { data: view, isPending } = useQuery(caseViewQuery(caseId));
  useAnnounceCasePresence(caseId);
  return (
    <Drawer open onClose={onClose} title={t('case:page.wear')} width={720}>
      <div className={styles.drawerHead} data-stay={caseId} tabIndex={-1}>
        <strong className="num">{caseId}</strong>
        {view && <span>{view.header.patientName || t('wear:unnamed')}</span>}
        <span className="push">
          <LinkButton size="small" href={`/caseDetail?id=${caseId}&section=wear`}>
            {t('wear:toCase')}
          </LinkButton>
        </span>
      </div>
      {view ? (
        <WearRecordContent view={view} past={false} months={2} />
      ) : isPending ? (
        <Skeleton lines={6} label={t('wear:loading')} />
      ) : (
        <EmptyState title={t('error:103001')} />
      )}
    </Drawer>
  );
}
