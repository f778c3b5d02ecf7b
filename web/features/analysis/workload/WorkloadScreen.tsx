/** /analysis/workload: the work of each technician: cases with them, that came and that left. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { barChartHeight, barChartOption } from '../chart/bar-chart-option.ts';
import { Chart } from '../chart/Chart.tsx';
import { FigureLink, figureSearch } from '../report/FigureLink.tsx';
import { ReportBody } from '../report/ReportBody.tsx';
import { ReportScreen, useReportScreen } from '../report/ReportScreen.tsx';
import styles from '../report/report.module.css';
import { readReportSearch } from '../report/report-search.ts';
import { useReport } from '../report/useReport.ts';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { WorkByHourChart } from './WorkByHourChart.tsx';
import { WorkByWeekChart } from './WorkByWeekChart.tsx';

type Workload = ReportItem<'workload'>;

export function WorkloadScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readReportSearch(given);
  const query = useReport('workload', search);
  const weeks = useReport('workWeeks', search);
  const hours = useReport('workHours', search);
  return (
    <ReportScreen
      {...{ screen: 'workload', search, go }}
      lead={t('workload.lead')}
      parts={[query, weeks, hours]}
    >
      <ReportBody query={query}>
        {({ items }) => (
          <>
            <LoadChart items={items} />
            <WorkloadTable items={items} />
          </>
        )}
      </ReportBody>
      <div className={styles.charts}>
        <div className={styles.part}>
          <ReportBody query={weeks}>{({ items }) => <WorkByWeekChart items={items} />}</ReportBody>
        </div>
        <div className={styles.part}>
          <ReportBody query={hours}>{({ items }) => <WorkByHourChart items={items} />}</ReportBody>
        </div>
      </div>
    </ReportScreen>
  );
}

/** Cases with each technician: on average, and at the end of the range. */
function LoadChart({ items }: { items: readonly Workload[] }) {
  const { t } = useTranslation('analysis');
  const { number, person } = useReportFormatters();
  const { hrefOf, go } = useReportScreen();
  const people = useMemo(() => items.filter(item => item.person !== null), [items]);
  const nameOf = (item: Workload) => person(item.person ?? '');
  const option = useMemo(
    () =>
      barChartOption({
        names: people.map(item => person(item.person ?? '')),
        format: value => number(value, 1),
        series: [
          { name: t('workload.meanOpen'), values: people.map(({ meanOpen }) => meanOpen) },
          { name: t('workload.open'), ink: 'violet', values: people.map(({ open }) => open) },
        ],
      }),
    [people, person, number, t],
  );
  const [most] = people;
  if (!most) return null;
  return (
    <Panel>
      <Chart
        title={t('workload.chart')}
        sentence={t('workload.most', {
          ...{ person: nameOf(most), mean: number(most.meanOpen, 1) },
          open: most.open === null ? t('report.few') : number(most.open),
        })}
        option={option}
        onChoose={({ dataIndex, seriesName }) => {
          const item = people[dataIndex];
          const figure = seriesName === t('workload.open') ? 'open' : 'cases';
          if (item) go(hrefOf(figureSearch('workload', figure, item)));
        }}
        height={barChartHeight(people.length * 1.5)}
        rows={people}
        columns={[
          { id: 'person', header: t('report.split.technician'), cell: nameOf, card: 'title' },
          {
            id: 'mean',
            header: t('workload.meanOpen'),
            align: 'end',
            cell: item => number(item.meanOpen, 1),
          },
          {
            ...{ id: 'open', header: t('workload.open'), align: 'end', card: 'figure' },
            cell: item => <FigureLink report="workload" figure="open" item={item} value={item.open} />,
          },
        ]}
        rowKey={item => String(item.person)}
      />
    </Panel>
  );
}

/** Little's law: the number of cases expected from arrivals and times. */
const expectedOf = ({ perDay, meanDays }: Workload) => (meanDays === null ? null : perDay * meanDays);

function WorkloadTable({ items }: { items: readonly Workload[] }) {
  const { t } = useTranslation('analysis');
  const { number, person, percent } = useReportFormatters();
  const column = (id: string, value: (item: Workload) => string): TableColumn<Workload> => ({
    ...{ id, header: t(`workload.${id}`), align: 'end', cell: value, card: 'figure' },
  });
  const orUnknown = (value: number | null, format: (known: number) => string) =>
    value === null ? t('report.unknown') : format(value);
  const columns: TableColumn<Workload>[] = [
    {
      id: 'person',
      header: t('report.split.technician'),
      cell: item => (item.person === null ? <strong>{t('workload.all')}</strong> : person(item.person)),
      card: 'title',
    },
    ...(['cases', 'came', 'left', 'takenOver', 'open'] as const).map(
      (id): TableColumn<Workload> => ({
        ...{ id, header: t(`workload.${id}`), align: 'end', card: 'figure' },
        cell: item => <FigureLink report="workload" figure={id} item={item} value={item[id]} />,
      }),
    ),
    column('meanOpen', item => number(item.meanOpen, 1)),
    column('perDay', item => number(item.perDay, 2)),
    column('meanDays', item => orUnknown(item.meanDays, days => number(days, 1))),
    column('expected', item => orUnknown(expectedOf(item), cases => number(cases, 1))),
    column('error', item => {
      const expected = expectedOf(item);
      const error = expected === null || item.meanOpen === 0 ? null : expected / item.meanOpen - 1;
      return orUnknown(error, share => `${share > 0 ? '+' : ''}${percent(share)}`);
    }),
  ];
  return (
    <>
      <Table
        label={t('screen.workload')}
        rows={items}
        columns={columns}
        rowKey={item => String(item.person)}
      />
      <p className="t-small t-2">{t('workload.law')}</p>
    </>
  );
}
