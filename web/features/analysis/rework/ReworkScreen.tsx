/** /analysis/rework: the cases sent back, who refused them, and for which reasons. */
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
import { defaultSplits, needsWholeMonths, readReportSearch } from '../report/report-search.ts';
import { useReport } from '../report/useReport.ts';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { FirstPlansPanel } from './FirstPlansPanel.tsx';
import { RequestedChangesTable } from './RequestedChangesTable.tsx';
import { ReworkTotals, totalsSplits } from './ReworkTotals.tsx';
import { countRefusalsByReason, type ReasonCount, type RefusalType } from './refusals-by-reason.ts';

type ReworkItem = ReportItem<'rework'>;

const splits = [
  ...(['technician', 'expert', 'doctor', 'org'] as const),
  ...(['method', 'productType', 'preset', 'version'] as const),
];

export function ReworkScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readReportSearch(given);
  const by = splits.find(split => split === search.by);
  const totalsBy = by ? totalsSplits.find(split => split === by) : defaultSplits.reworkTotals;
  const query = useReport('rework', search, { by });
  const asked = useReport('askedChanges', search);
  const first = useReport('firstPlans', search);
  const hasTotals = totalsBy !== undefined && !needsWholeMonths(search);
  const totals = useReport('reworkTotals', search, { by: totalsBy, isShown: hasTotals });
  return (
    <ReportScreen
      {...{ screen: 'rework', search, go, splits }}
      lead={t('rework.lead')}
      parts={[query, ...(hasTotals ? [totals] : []), first, asked]}
    >
      <ReportBody query={query}>
        {({ items }) => (
          <>
            {!by && <ReasonsChart items={items} />}
            <ReworkTable items={items} by={by} />
          </>
        )}
      </ReportBody>
      {totalsBy && hasTotals && totals.data?.total !== 0 && (
        <ReportBody query={totals}>{({ items }) => <ReworkTotals items={items} by={totalsBy} />}</ReportBody>
      )}
      {first.data?.total !== 0 && (
        <ReportBody query={first}>{({ items }) => <FirstPlansPanel items={items} />}</ReportBody>
      )}
      {asked.data?.total !== 0 && (
        <ReportBody query={asked}>
          {({ items }) => (
            <Panel title={t('rework.asked.title')}>
              <RequestedChangesTable items={items} />
            </Panel>
          )}
        </ReportBody>
      )}
    </ReportScreen>
  );
}

/** Refusals by reason: of plans and targets, by the doctor and by the expert. */
function ReasonsChart({ items }: { items: readonly ReworkItem[] }) {
  const { t } = useTranslation('analysis');
  const { reason, number, percent } = useReportFormatters();
  const { hrefOf, go } = useReportScreen();
  const { reasons, types } = useMemo(() => countRefusalsByReason(items), [items]);
  const [most] = reasons;
  const total = reasons.reduce((sum, one) => sum + one.total, 0);
  const option = useMemo(
    () =>
      barChartOption({
        names: reasons.map(one => reason(one.reason)),
        format: number,
        whole: true,
        series: types.map(type => ({
          ...{ name: t(`rework.refused.${type}`), stack: 'by', ink: inks[type] },
          values: reasons.map(one => one.items.get(type)?.times ?? null),
        })),
      }),
    [reasons, types, reason, number, t],
  );
  const columnOf = (type: RefusalType): TableColumn<ReasonCount> => ({
    ...{ id: type, header: t(`rework.refused.${type}`), align: 'end', card: 'figure' },
    cell: ({ items: byType }) => {
      const item = byType.get(type);
      return item ? <FigureLink report="rework" figure="times" item={item} value={item.times} /> : 0;
    },
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
                share: percent(most.total / total),
              })
            : t('rework.noRefusal')
        }
        option={option}
        onChoose={({ dataIndex, seriesName }) => {
          const type = types.find(one => t(`rework.refused.${one}`) === seriesName);
          const item = type && reasons[dataIndex]?.items.get(type);
          if (item) go(hrefOf(figureSearch('rework', 'times', item)));
        }}
        height={barChartHeight(reasons.length)}
        rows={reasons}
        columns={[
          { id: 'reason', header: t('rework.reason'), cell: one => reason(one.reason), card: 'title' },
          ...types.map(columnOf),
        ]}
        rowKey={one => String(one.reason)}
      />
    </Panel>
  );
}

const inks = {
  PlanDoctorReviewed: 'brand',
  PlanExpertReviewed: 'violet',
  TargetDoctorReviewed: 'info',
  TargetExpertReviewed: 'accent',
} as const satisfies Record<RefusalType, string>;

const isRefusal = (type: string): type is RefusalType => Object.hasOwn(inks, type);

function ReworkTable({ items, by }: { items: readonly ReworkItem[]; by: string | undefined }) {
  const { t } = useTranslation('analysis');
  const { reason, group, number, duration } = useReportFormatters();
  const columns: TableColumn<ReworkItem>[] = [
    {
      id: 'type',
      header: t('analysis:rework.what'),
      cell: item =>
        isRefusal(item.type)
          ? t(`analysis:rework.refused.${item.type}`)
          : t(`analysis:log.type.${item.type}`),
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
    ...(['times', 'cases'] as const).map(
      (id): TableColumn<ReworkItem> => ({
        ...{ id, header: t(`analysis:rework.${id}`), align: 'end', card: 'figure' },
        cell: item => <FigureLink report="rework" figure={id} item={item} value={item[id]} />,
      }),
    ),
    {
      ...{ id: 'met', header: t('analysis:rework.met'), align: 'end', card: 'figure' },
      cell: item =>
        item.judged === 0 ? (
          '–'
        ) : (
          <FigureLink report="rework" figure="met" item={item} value={item.met}>
            {t('analysis:rework.metOf', { met: number(item.met ?? 0), judged: number(item.judged ?? 0) })}
          </FigureLink>
        ),
    },
    {
      ...{ id: 'cost', header: t('analysis:rework.cost'), align: 'end', card: 'figure' },
      cell: item => duration(item.costS),
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
