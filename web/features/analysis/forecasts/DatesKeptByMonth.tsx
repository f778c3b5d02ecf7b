/** Chart of kept dates by the month in which they were due. It shows whether forecasts drift. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { forecastShares } from '#events/forecast/forecast.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { Chart } from '../chart/Chart.tsx';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { figureColumn } from './figure-column.tsx';
import { keptByMonthChartOption } from './forecast-charts.ts';
import styles from './forecasts.module.css';
import { type ForecastReportItem, forecastReportQuery } from './forecasts-queries.ts';
import { type ForecastsSearch, forecastSteps, forecastsHref } from './forecasts-search.ts';
import { lowestAndHighestKeptPercent, monthsWithPercent, promisedShares } from './kept-dates.ts';
import { useKeptDatesFormatters } from './useKeptDatesFormatters.ts';

type Props = { search: ForecastsSearch; go: AnalysisScreenProps['go'] };

const noItems: readonly ForecastReportItem[] = [];

export function DatesKeptByMonth({ search, go }: Props) {
  const { t } = useTranslation('analysis');
  const { stepName, keptText } = useKeptDatesFormatters();
  const { data } = useQuery(forecastReportQuery(search, 'month'));
  const items = useMemo(() => (data ? monthsWithPercent(data.items) : noItems), [data]);
  const option = useMemo(
    () =>
      keptByMonthChartOption(items, {
        kept: t('forecasts.kept'),
        half: t('forecasts.share.half'),
        most: t('forecasts.share.most'),
      }),
    [items, t],
  );
  const range = lowestAndHighestKeptPercent(items, forecastShares.most);
  return (
    <Panel>
      <div className={styles.step}>
        <Select
          label={t('forecasts.ofStep')}
          size="compact"
          value={search.step ?? 'all'}
          onChange={step => go(forecastsHref(search, { step: step === 'all' ? undefined : step }), true)}
          options={[
            { value: 'all', label: t('forecasts.allSteps') },
            ...forecastSteps.map(value => ({ value, label: stepName(value) })),
          ]}
        />
      </div>
      <Chart
        title={t('forecasts.byMonth')}
        sentence={
          range
            ? t(range.low === range.high ? 'forecasts.byMonthSame' : 'forecasts.byMonthSays', range)
            : t('forecasts.tooFewDates')
        }
        option={option}
        rows={items}
        columns={[
          { id: 'month', header: t('forecasts.month'), cell: ({ key }) => key, card: 'title' },
          ...promisedShares.map(id =>
            figureColumn<ForecastReportItem>(id, t(`forecasts.share.${id}`), item => keptText(item, id)),
          ),
        ]}
        rowKey={({ key }) => key}
      />
    </Panel>
  );
}
