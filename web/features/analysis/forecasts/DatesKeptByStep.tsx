/**
 * Kept dates of each step: a sentence, a table, a reliability diagram, and the days between the likely and the latest
 * date.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { forecastShares } from '#events/forecast/forecast.ts';
import { Link } from '#web/ui/link.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { Chart } from '../chart/Chart.tsx';
import { figureColumn } from './figure-column.tsx';
import { dateSpanChartOption, reliabilityChartOption } from './forecast-charts.ts';
import styles from './forecasts.module.css';
import type { ForecastReportItem } from './forecasts-queries.ts';
import { type ForecastsSearch, forecastSteps, forecastsHref } from './forecasts-search.ts';
import { findKeptDatesByShare, keptPercent, leastAccurateForecast, promisedShares } from './kept-dates.ts';
import { useKeptDatesFormatters } from './useKeptDatesFormatters.ts';

type Props = { items: readonly ForecastReportItem[] };

export function DatesKeptByStep({ items, search }: Props & { search: ForecastsSearch }) {
  const { t } = useTranslation('analysis');
  const words = useKeptDatesFormatters();
  const columns: TableColumn<ForecastReportItem>[] = [
    { id: 'step', header: t('forecasts.step'), cell: item => words.stepName(item.key), card: 'title' },
    ...promisedShares.map(id =>
      figureColumn<ForecastReportItem>(id, t(`forecasts.share.${id}`), item => {
        const step = forecastSteps.find(one => one === item.key);
        const text = words.keptText(item, id);
        const passed = findKeptDatesByShare(item, forecastShares[id])?.passed ?? 0;
        if (!step || passed === 0) return text;
        return (
          <Link
            href={forecastsHref(search, { listed: { step, share: id, kept: false } })}
            className={styles.link}
          >
            {text}
          </Link>
        );
      }),
    ),
    figureColumn('open', t('forecasts.notDue'), item => words.number(notDue(item))),
  ];
  return (
    <>
      <Panel title={t('forecasts.byStep')}>
        <p className={styles.summary}>{words.summary(items)}</p>
        <Table label={t('forecasts.byStep')} rows={items} columns={columns} rowKey={({ key }) => key} bare />
      </Panel>
      <div className={styles.charts}>
        <Reliability items={items} />
        <Width items={items} />
      </div>
    </>
  );
}

/** Returns the number of likely dates that are not due yet. */
function notDue(item: ForecastReportItem): number {
  const dates = findKeptDatesByShare(item, forecastShares.half);
  return dates ? dates.said - dates.passed - dates.ended : 0;
}

function Reliability({ items }: Props) {
  const { t } = useTranslation('analysis');
  const words = useKeptDatesFormatters();
  const { stepName } = words;
  const option = useMemo(
    () =>
      reliabilityChartOption(items, {
        promised: t('forecasts.promised'),
        kept: t('forecasts.kept'),
        exact: t('forecasts.exact'),
        nameOf: stepName,
      }),
    [items, t, stepName],
  );
  const shares = items[0]?.kept.map(({ share }) => share) ?? [];
  const miss = leastAccurateForecast(items, shares);
  const columns: TableColumn<ForecastReportItem>[] = [
    {
      id: 'step',
      header: t('forecasts.step'),
      cell: item => stepName(item.key),
      card: 'title',
      sticky: 'start',
    },
    ...shares.map(share =>
      figureColumn<ForecastReportItem>(
        String(share),
        t('forecasts.percent', { percent: Math.round(share * 100) }),
        item => words.percent(keptPercent(findKeptDatesByShare(item, share))),
      ),
    ),
  ];
  return (
    <Panel>
      <Chart
        title={t('forecasts.reliability')}
        sentence={
          miss
            ? t('forecasts.reliabilitySays', {
                step: stepName(miss.key),
                share: Math.round(miss.share * 100),
                kept: miss.kept,
              })
            : t('forecasts.tooFewDates')
        }
        option={option}
        height={340}
        rows={items}
        columns={columns}
        rowKey={({ key }) => key}
      />
    </Panel>
  );
}

function Width({ items }: Props) {
  const { t } = useTranslation('analysis');
  const { stepName, number } = useKeptDatesFormatters();
  const option = useMemo(
    () => dateSpanChartOption(items, { days: t('forecasts.days'), nameOf: stepName }),
    [items, t, stepName],
  );
  const known = items.filter(({ width }) => width !== null);
  const [widest] = known.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0));
  return (
    <Panel>
      <Chart
        title={t('forecasts.width')}
        sentence={
          widest
            ? t('forecasts.widthSays', { step: stepName(widest.key), count: widest.width ?? 0 })
            : t('forecasts.widthUnknown')
        }
        option={option}
        height={340}
        rows={items}
        columns={[
          { id: 'step', header: t('forecasts.step'), cell: item => stepName(item.key), card: 'title' },
          figureColumn<ForecastReportItem>('width', t('forecasts.days'), ({ width }) =>
            width === null ? t('forecasts.unknown') : number(width),
          ),
        ]}
        rowKey={({ key }) => key}
      />
    </Panel>
  );
}
