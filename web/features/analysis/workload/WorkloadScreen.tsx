/** /analysis/workload: the work of each technician: cases with them, that came and that left. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Panel } from '#web/ui/panel.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { barOption, heightOfBars } from '../chart/bar-option.ts';
import { Chart } from '../chart/Chart.tsx';
import { ReportBar } from '../report/ReportBar.tsx';
import { ReportBody } from '../report/ReportBody.tsx';
import styles from '../report/report.module.css';
import { readReportSearch, reportHref } from '../report/report-search.ts';
import { useReport } from '../report/useReport.ts';
import { useReportWords } from '../report/useReportWords.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';

type Workload = ReportItem<'workload'>;

export function WorkloadScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readReportSearch(given);
  const query = useReport('workload', search);
  return (
    <div className={styles.screen}>
      <p className="t-2">{t('workload.lead')}</p>
      <ReportBar search={search} hrefOf={change => reportHref('workload', search, change)} go={go} />
      <ReportBody query={query}>
        {({ items }) => (
          <>
            <LoadChart items={items} />
            <WorkloadTable items={items} />
          </>
        )}
      </ReportBody>
    </div>
  );
}

/** Cases with each technician: on average, and at the end of the range. */
function LoadChart({ items }: { items: readonly Workload[] }) {
  const { t } = useTranslation('analysis');
  const { number } = useReportWords();
  const option = useMemo(
    () =>
      barOption({
        names: items.map(({ person }) => person),
        format: value => number(value, 1),
        series: [
          { name: t('workload.meanOpen'), values: items.map(({ meanOpen }) => meanOpen) },
          { name: t('workload.open'), ink: 'violet', values: items.map(({ open }) => open) },
        ],
      }),
    [items, number, t],
  );
  const [most] = items;
  return (
    <Panel>
      <Chart
        title={t('workload.chart')}
        sentence={
          most
            ? t('workload.most', {
                ...{ person: most.person, mean: number(most.meanOpen, 1), open: number(most.open) },
              })
            : t('report.empty')
        }
        option={option}
        height={heightOfBars(items.length * 1.5)}
        rows={items}
        columns={[
          { id: 'person', header: t('report.split.technician'), cell: item => item.person, card: 'title' },
          {
            id: 'mean',
            header: t('workload.meanOpen'),
            align: 'end',
            cell: item => number(item.meanOpen, 1),
          },
          {
            id: 'open',
            header: t('workload.open'),
            align: 'end',
            card: 'figure',
            cell: item => number(item.open),
          },
        ]}
        rowKey={({ person }) => person}
      />
    </Panel>
  );
}

function WorkloadTable({ items }: { items: readonly Workload[] }) {
  const { t } = useTranslation('analysis');
  const { number } = useReportWords();
  const column = (id: string, value: (item: Workload) => string): Column<Workload> => ({
    ...{ id, header: t(`workload.${id}`), align: 'end', cell: value, card: 'figure' },
  });
  const expected = ({ perDay, meanDays }: Workload) => (meanDays === null ? null : perDay * meanDays);
  const columns: Column<Workload>[] = [
    { id: 'person', header: t('report.split.technician'), cell: item => item.person, card: 'title' },
    column('cases', item => number(item.cases)),
    column('came', item => number(item.came)),
    column('left', item => number(item.left)),
    column('open', item => number(item.open)),
    column('meanOpen', item => number(item.meanOpen, 1)),
    column('perDay', item => number(item.perDay, 2)),
    column('meanDays', item => (item.meanDays === null ? t('report.unknown') : number(item.meanDays, 1))),
    column('expected', item => {
      const value = expected(item);
      return value === null ? t('report.unknown') : number(value, 1);
    }),
  ];
  return (
    <>
      <Table label={t('screen.workload')} rows={items} columns={columns} rowKey={({ person }) => person} />
      <p className="t-small t-2">{t('workload.law')}</p>
    </>
  );
}
