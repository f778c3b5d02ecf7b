/** The cases behind a figure, each with the fact that counts. A case opens as it was then. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseCellText } from '#events/analysis/figures.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { ApiError } from '#web/lib/api.ts';
import { formatMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { MissingRowsNotice } from '../MissingRowsNotice.tsx';
import styles from './report.module.css';
import { figureCasesQuery } from './report-queries.ts';
import type { OpenedFigure, ReportSearch } from './report-search.ts';
import { useReportFormatters } from './useReportFormatters.ts';

type FigureCase = AnswerData<'/api/reports/funnel/cases'>['items'][number];
type Props = { opened: OpenedFigure; search: ReportSearch; onClose: () => void };

export function FigureCasesDrawer({ opened, search, onClose }: Props) {
  const { t } = useTranslation('analysis');
  const title = useFigureTitle(opened, search);
  return (
    <Drawer
      open
      width={560}
      title={title}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('report.cases.close')}</Button>}
    >
      <Cases opened={opened} search={search} />
    </Drawer>
  );
}

/** The name of the figure and of its item: "Stays: Plan under design, March". */
function useFigureTitle({ report, figure, cell }: OpenedFigure, { by }: ReportSearch): string {
  const { t } = useTranslation('analysis');
  const words = useReportFormatters();
  const values = Object.entries(parseCellText(report, cell) ?? {}).flatMap(([field, value]) => {
    if (value === null) return field === 'reason' ? words.reason(null) : [];
    return words.cellValue(field, value, by);
  });
  const name = t(`report.cases.of.${figure}`);
  return values.length > 0
    ? t('report.cases.title', { figure: name, of: values.join(t('report.cases.and')) })
    : name;
}

const hrefOfCase = ({ caseId, position }: FigureCase) =>
  `/caseDetail?id=${encodeURIComponent(caseId)}${position ? `&at=${encodeURIComponent(position)}` : ''}`;

function Cases({ opened, search }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation('analysis');
  const { number } = useReportFormatters();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    ...figureCasesQuery(opened, search, page),
    placeholderData: keepPreviousData,
  });
  if (error)
    return (
      <EmptyState
        title={error instanceof ApiError ? error.message : t('report.cases.failed')}
        action={<Button onPress={() => void refetch()}>{t('report.retry')}</Button>}
      />
    );
  if (!data) return <Skeleton lines={8} label={t('report.loading')} />;
  if (data.isHidden)
    return <EmptyState title={t('report.allHidden')}>{t('report.cases.hiddenHow')}</EmptyState>;
  const pages = Math.ceil(data.total / data.size);
  return (
    <div className={styles.cases}>
      <p className="t-small t-2">
        {data.counts === 'facts'
          ? t('report.cases.facts', {
              count: data.total,
              total: number(data.total),
              cases: number(data.cases),
            })
          : t('report.cases.cases', { count: data.total, total: number(data.total) })}
      </p>
      <MissingRowsNotice lacks={data.lacks} onRetry={() => void refetch()} />
      <CasesTable items={data.items} />
      {pages > 1 && <Pagination label={t('report.cases.pages')} page={page} pages={pages} onPage={setPage} />}
    </div>
  );
}

function CasesTable({ items }: { items: readonly FigureCase[] }) {
  const { t } = useTranslation('analysis');
  const { duration } = useReportFormatters();
  const hasEnds = items.some(({ until }) => until !== null);
  const secondsOf = ({ since, until }: FigureCase) =>
    until === null ? null : Math.max(0, (Date.parse(until) - Date.parse(since)) / 1000);
  const columns: TableColumn<FigureCase>[] = [
    {
      id: 'case',
      header: t('report.cases.case'),
      card: 'title',
      cell: item => (
        <Link className="link num" href={hrefOfCase(item)}>
          {item.caseId}
        </Link>
      ),
    },
    {
      id: 'since',
      header: t('report.cases.since'),
      card: 'figure',
      cell: ({ since }) => <span className="num">{formatMoment(since)}</span>,
    },
    ...(hasEnds
      ? [
          {
            id: 'until',
            header: t('report.cases.until'),
            card: 'figure' as const,
            cell: ({ until }: FigureCase) => (
              <span className="num">{until ? formatMoment(until) : t('report.cases.notYet')}</span>
            ),
          },
          {
            ...{
              id: 'lasted',
              header: t('report.cases.lasted'),
              align: 'end' as const,
              card: 'figure' as const,
            },
            cell: (item: FigureCase) => (item.until ? duration(secondsOf(item)) : '–'),
          },
        ]
      : []),
  ];
  return (
    <Table
      label={t('report.cases.label')}
      rows={items}
      columns={columns}
      rowKey={({ caseId, since, position }) => `${caseId} ${since} ${position}`}
      empty={<EmptyState title={t('report.empty')} />}
    />
  );
}
