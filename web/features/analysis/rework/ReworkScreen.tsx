/** /analysis/rework: what was sent back, by whom it was refused, and for which reasons. */
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
import { byReason, type ReasonCount } from './by-reason.ts';

type ReworkItem = ReportItem<'rework'>;

const splits = ['technician', 'doctor', 'org', 'method', 'productType'] as const;

export function ReworkScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readReportSearch(given);
  const by = splits.find(split => split === search.by);
  const query = useReport('rework', search, by);
  return (
    <div className={styles.screen}>
      <p className="t-2">{t('rework.lead')}</p>
      <ReportBar
        search={search}
        hrefOf={change => reportHref('rework', search, change)}
        go={go}
        splits={splits}
      />
      <ReportBody query={query}>
        {({ items }) => (
          <>
            {!by && <ReasonsChart items={items} />}
            <ReworkTable items={items} by={by} />
          </>
        )}
      </ReportBody>
    </div>
  );
}

/** Refusals of plans by the doctor and by the expert, by reason. */
function ReasonsChart({ items }: { items: readonly ReworkItem[] }) {
  const { t } = useTranslation('analysis');
  const { reason, number, percent } = useReportWords();
  const reasons = useMemo(() => byReason(items), [items]);
  const [most] = reasons;
  const total = reasons.reduce((sum, one) => sum + one.doctor + one.expert, 0);
  const option = useMemo(
    () =>
      barOption({
        names: reasons.map(one => reason(one.reason)),
        format: number,
        whole: true,
        series: [
          { name: t('rework.byDoctor'), stack: 'by', values: reasons.map(one => one.doctor) },
          { name: t('rework.byExpert'), stack: 'by', ink: 'violet', values: reasons.map(one => one.expert) },
        ],
      }),
    [reasons, reason, number, t],
  );
  const count = (id: 'doctor' | 'expert', word: string): Column<ReasonCount> => ({
    id,
    header: t(`rework.${word}`),
    align: 'end',
    cell: one => number(one[id]),
    card: 'figure',
  });
  return (
    <Panel>
      <Chart
        title={t('rework.reasons')}
        sentence={
          most
            ? t('rework.most', {
                total: number(total),
                reason: reason(most.reason),
                share: percent((most.doctor + most.expert) / total),
              })
            : t('rework.noRefusal')
        }
        option={option}
        height={heightOfBars(reasons.length)}
        rows={reasons}
        columns={[
          { id: 'reason', header: t('rework.reason'), cell: one => reason(one.reason), card: 'title' },
          count('doctor', 'byDoctor'),
          count('expert', 'byExpert'),
        ]}
        rowKey={one => String(one.reason)}
      />
    </Panel>
  );
}

function ReworkTable({ items, by }: { items: readonly ReworkItem[]; by: string | undefined }) {
  const { t } = useTranslation('analysis');
  const { reason, group, number } = useReportWords();
  const columns: Column<ReworkItem>[] = [
    {
      id: 'type',
      header: t('analysis:rework.what'),
      cell: item => t(`analysis:log.type.${item.type}`),
      card: 'title',
    },
    { id: 'reason', header: t('analysis:rework.reason'), cell: item => reason(item.reason) },
    ...(by
      ? [
          {
            id: 'group',
            header: t(`analysis:report.split.${by}`),
            cell: (item: ReworkItem) => group(by, item.group),
          },
        ]
      : []),
    {
      ...{ id: 'times', header: t('analysis:rework.times'), align: 'end', card: 'figure' },
      cell: item => number(item.times),
    },
    {
      ...{ id: 'cases', header: t('analysis:rework.cases'), align: 'end', card: 'figure' },
      cell: item => number(item.cases),
    },
  ];
  return (
    <Table
      label={t('analysis:screen.rework')}
      rows={items}
      columns={columns}
      rowKey={item => `${item.type} ${item.reason} ${item.group}`}
    />
  );
}
