/** The cases in a queue at the moment, the longest waiting first. Each case opens as it was then. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Status } from '#events/case/status.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import { statusesOfStation } from './queue-facts.ts';
import { stationTextKey } from './ReplayMap.tsx';
import styles from './replay.module.css';
import { casesInQueueQuery, queuePageSize } from './replay-queries.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';

type StandingCase = AnswerData<'/api/analysis/cases'>['items'][number];

type Props = {
  station: Status;
  /** The moment in ms since 1970. */
  at: number;
  hrefOf: (caseId: string) => string;
  onClose: () => void;
};

function useColumns({ at, hrefOf }: Pick<Props, 'at' | 'hrefOf'>): TableColumn<StandingCase>[] {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  const { person } = useReportFormatters();
  return [
    {
      id: 'case',
      header: t('replay.list.case'),
      card: 'title',
      cell: ({ caseId, patientName }) => (
        <span className={styles.listed}>
          <Link className="link num" href={hrefOf(caseId)}>
            {caseId}
          </Link>
          {patientName && <span className="t-2 t-small">{patientName}</span>}
        </span>
      ),
    },
    {
      id: 'wait',
      header: t('replay.list.wait'),
      align: 'end',
      card: 'end',
      cell: ({ since }) => <span className="num">{words.wait(at - Date.parse(since))}</span>,
    },
    {
      id: 'since',
      header: t('replay.list.since'),
      card: 'half',
      cell: ({ since }) => <span className="num">{formatMoment(since)}</span>,
    },
    {
      id: 'assignee',
      header: t('replay.list.assignee'),
      card: 'half',
      cell: ({ assignee }) =>
        assignee ? person(assignee) : <span className="t-3">{t('replay.list.nobody')}</span>,
    },
  ];
}

export function QueueList({ station, at, hrefOf, onClose }: Props) {
  const { t } = useTranslation(['analysis', 'case']);
  const words = useReplayFormatters();
  const [page, setPage] = useState(1);
  const { data, error } = useQuery(casesInQueueQuery(statusesOfStation(station), at, page));
  const columns = useColumns({ at, hrefOf });
  const pages = Math.ceil((data?.total ?? 0) / queuePageSize);
  const queue = t(stationTextKey(station));
  return (
    <Drawer
      open
      onClose={onClose}
      width={640}
      title={data ? t('replay.list.title', { queue, count: data.total }) : queue}
    >
      <p className="t-2 t-small">{t('replay.list.asOf', { moment: words.moment(at) })}</p>
      {error && !data && <Banner tone="danger">{t('replay.list.failed')}</Banner>}
      {!data && !error && <Skeleton lines={6} label={t('replay.loading')} />}
      {data && (
        <Table
          label={queue}
          rows={data.items}
          columns={columns}
          rowKey={({ caseId }) => caseId}
          empty={t('replay.list.empty')}
        />
      )}
      {pages > 1 && <Pagination label={queue} page={page} pages={pages} onPage={setPage} />}
    </Drawer>
  );
}
