/**
 * First plans that doctors approved, by the month of the submission; and for the other cases, the number of plans that
 * they needed.
 */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { Panel } from '#web/ui/panel.tsx';
import type { TableColumn } from '#web/ui/table.tsx';
import { barChartHeight, barChartOption } from '../chart/bar-chart-option.ts';
import { Chart } from '../chart/Chart.tsx';
import { FigureLink, figureSearch } from '../report/FigureLink.tsx';
import { useReportScreen } from '../report/ReportScreen.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';

type FirstPlans = ReportItem<'firstPlans'>;

/** What followed the judgement of a first plan, each with its colour in the chart. */
const outcomes = { accepted: 'brand', second: 'violet', later: 'accent' } as const;
const outcomeNames = ['accepted', 'second', 'later'] as const satisfies (keyof typeof outcomes)[];

const sumOf = (items: readonly FirstPlans[], field: 'cases' | 'accepted') =>
  items.reduce((sum, item) => sum + (item[field] ?? 0), 0);

export function FirstPlansPanel({ items }: { items: readonly FirstPlans[] }) {
  const { t } = useTranslation('analysis');
  const { number, percent } = useReportFormatters();
  const { hrefOf, go } = useReportScreen();
  const option = useMemo(
    () =>
      barChartOption({
        names: items.map(({ month }) => month),
        format: number,
        whole: true,
        series: outcomeNames.map(name => ({
          ...{ name: t(`rework.first.${name}`), stack: 'first', ink: outcomes[name] },
          values: items.map(item => item[name]),
        })),
      }),
    [items, number, t],
  );
  const judged = sumOf(items, 'cases');
  const isKnown = items.every(({ accepted }) => accepted !== null);
  const columns: TableColumn<FirstPlans>[] = [
    { id: 'month', header: t('report.split.month'), card: 'title', cell: ({ month }) => month },
    ...(['cases', ...outcomeNames] as const).map(
      (id): TableColumn<FirstPlans> => ({
        ...{ id, header: t(`rework.first.${id}`), align: 'end', card: 'figure' },
        cell: item => <FigureLink report="firstPlans" figure={id} item={item} value={item[id]} />,
      }),
    ),
    {
      ...{ id: 'share', header: t('rework.first.share'), align: 'end', card: 'figure' },
      cell: ({ cases, accepted }) => (accepted === null ? t('report.unknown') : percent(accepted / cases)),
    },
  ];
  return (
    <Panel>
      <Chart
        title={t('rework.first.title')}
        sentence={
          isKnown
            ? t('rework.first.say', {
                judged: number(judged),
                share: percent(sumOf(items, 'accepted') / judged),
              })
            : t('rework.first.sayJudged', { judged: number(judged) })
        }
        option={option}
        onChoose={({ dataIndex, seriesName }) => {
          const name = outcomeNames.find(one => t(`rework.first.${one}`) === seriesName);
          const item = items[dataIndex];
          if (name && item) go(hrefOf(figureSearch('firstPlans', name, item)));
        }}
        height={barChartHeight(items.length)}
        rows={items}
        columns={columns}
        rowKey={({ month }) => month}
      />
    </Panel>
  );
}
