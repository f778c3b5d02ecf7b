/** /arrangementCheck: target positions. Shows the queue of targets under review, or one of them. */

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Status } from '#events/case/status.ts';
import { CaseStatus } from '#web/case/CaseStatus.tsx';
import { formatMoment } from '#web/lib/format.ts';
import { caseItemsQuery } from '#web/lib/queries.ts';
import { useSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Table } from '#web/ui/table.tsx';
import { PlanRoom, type PlanRoomSearchParams } from './PlanRoom.tsx';
import styles from './plan.module.css';

/** Filter 3 (under design) contains statuses 28 and 29; the page shows only these two. */
const query = 'filter=3&size=100&sort=updatedAt';

function Queue({ go }: { go: (href: string) => void }) {
  const { t } = useTranslation(['review', 'caseList']);
  const { data } = useQuery(caseItemsQuery(query));
  const keys = useSingleKeysEnabled();
  const rows = (data?.items ?? []).filter(
    item => item.status === Status.TargetAwaitingExpert || item.status === Status.TargetAwaitingDoctor,
  );
  return (
    <div className="page">
      <h1 className={`t-page ${styles.queueTitle}`}>{t('review:queue')}</h1>
      <Table
        label={t('review:queue')}
        rows={rows}
        rowKey={item => item.caseId}
        onOpen={item => go(`/arrangementCheck?id=${item.caseId}`)}
        singleKeys={keys}
        empty={<EmptyState title={t('review:queueEmpty')}>{t('review:queueHow')}</EmptyState>}
        columns={[
          {
            id: 'id',
            header: t('caseList:column.caseId'),
            card: 'title',
            cell: item => (
              <Link className="link num" href={`/arrangementCheck?id=${item.caseId}`}>
                {item.caseId}
              </Link>
            ),
          },
          {
            id: 'patient',
            header: t('caseList:column.patient'),
            card: 'title',
            cell: item => item.patientName,
          },
          {
            id: 'status',
            header: t('caseList:column.status'),
            cell: item => <CaseStatus {...item} note={null} />,
          },
          {
            id: 'since',
            header: t('caseList:column.updated'),
            card: 'end',
            cell: item => <span className="num">{formatMoment(item.updatedAt)}</span>,
          },
          {
            id: 'act',
            header: t('caseList:column.action'),
            headerHidden: true,
            align: 'end',
            card: 'action',
            cell: item => (
              <LinkButton
                size="small"
                variant={item.waits ? 'primary' : 'outline'}
                href={`/arrangementCheck?id=${item.caseId}`}
              >
                {t('review:open')}
              </LinkButton>
            ),
          },
        ]}
      />
    </div>
  );
}

type Props = {
  search: PlanRoomSearchParams;
  onSearch: (search: PlanRoomSearchParams) => void;
  go: (href: string) => void;
};

export function ArrangementCheck({ search, onSearch, go }: Props) {
  if (!search.id) return <Queue go={go} />;
  return (
    <PlanRoom
      key={search.id}
      search={search}
      onSearch={onSearch}
      list="targets"
      actions={['targetExpertReview', 'targetDoctorReview']}
      onDone={() => go(`/caseDetail?id=${search.id}`)}
      underBar
    />
  );
}
