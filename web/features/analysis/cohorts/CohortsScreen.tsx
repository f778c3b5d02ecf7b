/**
 * /analysis/cohorts: cases by the month of their submission, and the share that reached a step within a number of
 * weeks.
 */
import { useTranslation } from 'react-i18next';
import type { ReportItem } from '#services/api/answers.ts';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { FigureLink } from '../report/FigureLink.tsx';
import { ReportBody } from '../report/ReportBody.tsx';
import { ReportScreen } from '../report/ReportScreen.tsx';
import { needsWholeMonths, readReportSearch, reportHref } from '../report/report-search.ts';
import { useReport } from '../report/useReport.ts';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import styles from './cohorts.module.css';
import { WearPanel } from './WearPanel.tsx';

type CohortCell = ReportItem<'cohorts'>;

const steps = ['approved', 'shipped', 'completed', 'refined'] as const;

export function CohortsScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readReportSearch(given);
  const step = steps.find(one => one === search.by) ?? 'approved';
  const query = useReport('cohorts', search);
  // Totals by sealed fields would reveal the numbers that the other reports hide.
  const hasWear = !needsWholeMonths(search);
  const wear = useReport('wearDays', search, { isShown: hasWear });
  return (
    <ReportScreen
      screen="cohorts"
      search={search}
      go={go}
      lead={t('cohorts.lead')}
      parts={[query, ...(hasWear ? [wear] : [])]}
    >
      <SegmentedControl
        label={t('cohorts.step')}
        value={step}
        onChange={by => go(reportHref('cohorts', search, { by }), true)}
        options={steps.map(value => ({ value, label: t(`cohorts.to.${value}`) }))}
      />
      <ReportBody query={query}>{({ items }) => <CohortTable items={items} step={step} />}</ReportBody>
      {hasWear && query.data?.total !== 0 && (
        <ReportBody query={wear} empty={<WearPanel items={[]} />}>
          {({ items }) => <WearPanel items={items} />}
        </ReportBody>
      )}
    </ReportScreen>
  );
}

/** Number of colours. Each covers a fifth of the shares. */
const colourSteps = 5;
const stepOfShare = (share: number) => Math.min(colourSteps - 1, Math.floor(share * colourSteps));

/** Legend of the colours, with the shares at both ends. */
function Scale() {
  const { t } = useTranslation('analysis');
  const { percent } = useReportFormatters();
  return (
    <p className={`t-small t-2 ${styles.scale}`}>
      <span>{t('cohorts.scale')}</span>
      <span className={styles.steps}>
        {percent(0)}
        {Array.from({ length: colourSteps }, (_, step) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change
          <i key={step} aria-hidden="true" style={{ ['--step' as string]: step }} />
        ))}
        {percent(1)}
      </span>
    </p>
  );
}

type Line = { month: string; cases: number; byWeek: ReadonlyMap<number, CohortCell> };

/** A line for each month, and its cells by week. */
function linesOf(items: readonly CohortCell[], step: string): Line[] {
  const lines = new Map<string, Map<number, CohortCell>>();
  for (const item of items) {
    if (item.step !== step) continue;
    const line = lines.get(item.month) ?? new Map<number, CohortCell>();
    lines.set(item.month, line.set(item.week, item));
  }
  return [...lines].map(([month, byWeek]) => ({
    month,
    byWeek,
    cases: Math.max(0, ...[...byWeek.values()].map(({ cases }) => cases)),
  }));
}

function CohortTable({ items, step }: { items: readonly CohortCell[]; step: (typeof steps)[number] }) {
  const { t } = useTranslation('analysis');
  const { number, percent } = useReportFormatters();
  const lines = linesOf(items, step);
  const weeks = [...new Set(items.filter(item => item.step === step).map(({ week }) => week))].sort(
    (a, b) => a - b,
  );
  const columns: TableColumn<Line>[] = [
    { id: 'month', header: t('report.split.month'), cell: line => line.month, card: 'title' },
    {
      id: 'cases',
      header: t('cohorts.cases'),
      align: 'end',
      cell: line => number(line.cases),
      card: 'figure',
    },
    ...weeks.map(
      (week): TableColumn<Line> => ({
        ...{ id: `week${week}`, header: t('cohorts.week', { count: week }), align: 'end', card: 'figure' },
        cell: ({ byWeek }) => {
          const cell = byWeek.get(week);
          if (!cell) return <span className="t-2">{t('report.unknown')}</span>;
          const share = (cell.reached ?? 0) / cell.cases;
          return (
            <span className={styles.cell} style={{ ['--step' as string]: stepOfShare(share) }}>
              <FigureLink report="cohorts" figure="reached" item={cell} value={cell.reached}>
                {percent(share)}
              </FigureLink>
            </span>
          );
        },
      }),
    ),
  ];
  return (
    <>
      <Table
        label={t('cohorts.table', { step: t(`cohorts.to.${step}`) })}
        rows={lines}
        columns={columns}
        rowKey={({ month }) => month}
        empty={t('report.empty')}
      />
      <Scale />
    </>
  );
}
