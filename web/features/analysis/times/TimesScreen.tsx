/** /analysis/times: how long cases stay at each status, with those that still stay. */
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { Chart } from '../chart/Chart.tsx';
import { Figure, openingOf } from '../report/Figure.tsx';
import { ReportBody } from '../report/ReportBody.tsx';
import { ReportScreen, useReportScreen } from '../report/ReportScreen.tsx';
import { readReportSearch } from '../report/report-search.ts';
import { useReport } from '../report/useReport.ts';
import { useReportWords } from '../report/useReportWords.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import styles from './times.module.css';
import { timesOption } from './times-chart.ts';
import { byGroupWords, isTooFew } from './times-rows.ts';

type CycleTime = ReportItem<'cycleTimes'>;

const splits = ['month', 'technician', 'doctor', 'org', 'method', 'productType'] as const;

export function TimesScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readReportSearch(given);
  const by = splits.find(split => split === search.by);
  const query = useReport('cycleTimes', search, by);
  return (
    <ReportScreen {...{ screen: 'times', search, go, splits }} lead={t('times.lead')} parts={[query]}>
      <ReportBody query={query}>
        {({ items }) => <>{by ? <TimesBy by={by} items={items} /> : <TimesOfStatuses items={items} />}</>}
      </ReportBody>
    </ReportScreen>
  );
}

const isKnown = ({ p50S }: CycleTime) => p50S !== null;
const byLength = (a: CycleTime, b: CycleTime) => (b.p85S ?? 0) - (a.p85S ?? 0);

/** The statuses, the longest first. */
function TimesOfStatuses({ items }: { items: readonly CycleTime[] }) {
  const { t } = useTranslation('analysis');
  const { status } = useReportWords();
  const shown = useMemo(() => items.filter(isKnown).sort(byLength), [items]);
  const nameOf = useCallback((item: CycleTime) => status(item.status), [status]);
  return (
    <>
      <TimesChart title={t('times.chart')} header={t('times.status')} shown={shown} nameOf={nameOf} />
      <TimesTable items={items} by={undefined} />
    </>
  );
}

type SplitName = (typeof splits)[number];

/** The groups of every status, or of one with their chart, in the report's order. */
function TimesBy({ items, by }: { items: readonly CycleTime[]; by: SplitName }) {
  const { t } = useTranslation('analysis');
  const { status: statusName, group } = useReportWords();
  const [chosen, setChosen] = useState('any');
  const ofOne = useMemo(() => items.filter(({ status }) => String(status) === chosen), [items, chosen]);
  const shown = useMemo(() => ofOne.filter(isKnown), [ofOne]);
  const nameOf = useCallback((item: CycleTime) => group(by, item.group), [group, by]);
  const codes = [...new Set(items.map(({ status }) => status))];
  return (
    <>
      <div className={styles.one}>
        <Select
          label={t('times.status')}
          size="compact"
          value={chosen}
          onChange={setChosen}
          options={[
            { value: 'any', label: t('report.any') },
            ...codes.map(code => ({ value: String(code), label: statusName(code) })),
          ]}
        />
      </div>
      {shown.length > 0 && (
        <TimesChart
          title={statusName(Number(chosen))}
          header={t(`report.split.${by}`)}
          shown={shown}
          nameOf={nameOf}
        />
      )}
      <TimesTable items={ofOne.length > 0 ? ofOne : items} by={by} />
    </>
  );
}

type ChartProps = {
  title: string;
  /** What the bars are. */
  header: string;
  /** Items with a median, in the order of the bars. */
  shown: readonly CycleTime[];
  nameOf: (item: CycleTime) => string;
};

/** Median and 85 % of each item. */
function TimesChart({ title, header, shown, nameOf }: ChartProps) {
  const { t } = useTranslation('analysis');
  const { duration } = useReportWords();
  const { hrefOf, go } = useReportScreen();
  const option = useMemo(
    () => timesOption(shown, { nameOf, duration, half: t('times.p50'), most: t('times.p85') }),
    [shown, nameOf, duration, t],
  );
  const [slowest] = shown.toSorted(byLength);
  return (
    <Panel>
      <Chart
        title={title}
        sentence={
          slowest
            ? t('times.slowest', {
                status: nameOf(slowest),
                half: duration(slowest.p50S),
                most: duration(slowest.p85S),
              })
            : t('report.empty')
        }
        option={option}
        onChoose={({ dataIndex }) => {
          const item = shown[dataIndex];
          if (item) go(hrefOf(openingOf('cycleTimes', 'stays', item)));
        }}
        height={Math.max(160, shown.length * 28 + 60)}
        rows={shown}
        columns={[
          { id: 'name', header, cell: nameOf, card: 'title' },
          {
            id: 'p50',
            header: t('times.p50'),
            cell: item => duration(item.p50S),
            align: 'end',
            card: 'figure',
          },
          {
            id: 'p85',
            header: t('times.p85'),
            cell: item => duration(item.p85S),
            align: 'end',
            card: 'figure',
          },
        ]}
        rowKey={item => `${item.status} ${item.group}`}
      />
    </Panel>
  );
}

function TimesTable({ items, by }: { items: readonly CycleTime[]; by: string | undefined }) {
  const { t, i18n } = useTranslation('analysis');
  const { status, group, duration } = useReportWords();
  const time = (id: 'p50S' | 'p85S' | 'p95S' | 'workedS' | 'waitedS', word: string): Column<CycleTime> => ({
    id,
    header: t(`times.${word}`),
    align: 'end',
    cell: item => (item[id] === null && isTooFew(item) ? t('times.tooFew') : duration(item[id])),
    card: 'figure',
  });
  const columns: Column<CycleTime>[] = [
    { id: 'status', header: t('times.status'), cell: item => status(item.status), card: 'title' },
    ...(by
      ? [{ id: 'group', header: t(`report.split.${by}`), cell: (item: CycleTime) => group(by, item.group) }]
      : []),
    ...(['stays', 'open'] as const).map(
      (id): Column<CycleTime> => ({
        ...{ id, header: t(`times.${id}`), align: 'end', card: 'figure' },
        cell: item => <Figure report="cycleTimes" figure={id} item={item} value={item[id]} />,
      }),
    ),
    time('p50S', 'p50'),
    time('p85S', 'p85'),
    time('p95S', 'p95'),
    time('workedS', 'worked'),
    time('waitedS', 'waited'),
  ];
  return (
    <Table
      label={t('screen.times')}
      rows={by ? byGroupWords(items, value => group(by, value), i18n.language) : items}
      columns={columns}
      rowKey={item => `${item.status} ${item.group}`}
    />
  );
}
