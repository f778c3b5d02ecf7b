/** The dates behind a figure, each with its case. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Drawer } from '#web/ui/drawer.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { figureColumn } from './figure-column.tsx';
import styles from './forecasts.module.css';
import { type ForecastDates, forecastDatesQuery } from './forecasts-queries.ts';
import { type ForecastDatesSelection, type ForecastsSearch, forecastsHref } from './forecasts-search.ts';
import { useKeptDatesFormatters } from './useKeptDatesFormatters.ts';

type Props = { listed: ForecastDatesSelection; search: ForecastsSearch; go: AnalysisScreenProps['go'] };

type ForecastDate = ForecastDates['items'][number];

export function ForecastDatesDrawer({ listed, search, go }: Props) {
  const { t } = useTranslation('analysis');
  const { stepName } = useKeptDatesFormatters();
  const close = () => go(forecastsHref(search, { listed: undefined }), true);
  return (
    <Drawer
      open
      width={640}
      title={t('forecasts.dates.title', {
        step: stepName(listed.step),
        share: t(`forecasts.share.${listed.share}`),
      })}
      onClose={close}
      actions={<Button onPress={close}>{t('forecasts.dates.close')}</Button>}
    >
      <div className={styles.dates}>
        <SegmentedControl
          label={t('forecasts.dates.which')}
          hideLabel
          value={listed.kept ? 'kept' : 'missed'}
          onChange={which =>
            go(forecastsHref(search, { listed: { ...listed, kept: which === 'kept' } }), true)
          }
          options={[
            { value: 'missed', label: t('forecasts.dates.missed') },
            { value: 'kept', label: t('forecasts.dates.kept') },
          ]}
        />
        <Dates key={String(listed.kept)} listed={listed} search={search} />
      </div>
    </Drawer>
  );
}

function Dates({ listed, search }: Omit<Props, 'go'>) {
  const { t } = useTranslation('analysis');
  const { number } = useKeptDatesFormatters();
  const [page, setPage] = useState(1);
  const { data, isError } = useQuery({
    ...forecastDatesQuery(search, listed, page),
    placeholderData: keepPreviousData,
  });
  const columns = useDateColumns();
  if (isError) return <EmptyState title={t('forecasts.failed')}>{t('forecasts.failedHow')}</EmptyState>;
  if (!data) return <Skeleton lines={8} label={t('forecasts.loading')} />;
  const pages = Math.ceil(data.total / data.size);
  return (
    <>
      <Table
        label={t(listed.kept ? 'forecasts.dates.kept' : 'forecasts.dates.missed')}
        rows={data.items}
        columns={columns}
        rowKey={({ caseId, from }) => `${caseId} ${from}`}
        empty={<EmptyState title={t('forecasts.dates.none')} />}
      />
      {/* Not a `<footer>` of the table, because the dialog already has one. */}
      {data.total > 0 && (
        <p className="t-small t-2">
          {t(data.more ? 'forecasts.dates.more' : 'forecasts.dates.total', {
            count: data.total,
            total: number(data.total),
          })}
        </p>
      )}
      {pages > 1 && (
        <Pagination label={t('forecasts.dates.pages')} page={page} pages={pages} onPage={setPage} />
      )}
    </>
  );
}

function useDateColumns(): TableColumn<ForecastDate>[] {
  const { t } = useTranslation('analysis');
  const { stepName } = useKeptDatesFormatters();
  return [
    {
      id: 'case',
      header: t('forecasts.dates.case'),
      cell: ({ caseId }) => (
        <Link href={`/caseDetail?id=${encodeURIComponent(caseId)}`} className={`num ${styles.link}`}>
          {caseId}
        </Link>
      ),
      card: 'title',
    },
    figureColumn('said', t('forecasts.dates.said'), ({ said, from }) =>
      t('forecasts.dates.saidAt', { day: said, step: stepName(from) }),
    ),
    figureColumn('due', t('forecasts.dates.due'), ({ due }) => due),
    figureColumn(
      'arrived',
      t('forecasts.dates.arrived'),
      ({ arrived }) => arrived ?? t('forecasts.dates.notYet'),
    ),
  ];
}
