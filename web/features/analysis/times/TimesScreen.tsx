/** /analysis/times: how long cases stay at each status, open stays included, by the people who hold the cases. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CaseHolder, caseHolders } from '#events/analysis/holders.ts';
import { SegmentedControl } from '#web/ui/segmented.tsx';
import { Select } from '#web/ui/select.tsx';
import { ReportBody } from '../report/ReportBody.tsx';
import { ReportScreen, useReportScreen } from '../report/ReportScreen.tsx';
import { readReportSearch } from '../report/report-search.ts';
import { useReport } from '../report/useReport.ts';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { TimesChart } from './TimesChart.tsx';
import { TimesMatrix } from './TimesMatrix.tsx';
import { TimesTable } from './TimesTable.tsx';
import styles from './times.module.css';
import {
  type CycleTime,
  countOpenStaysByHolder,
  hasMedian,
  type ShownTimes,
  selectShownTimes,
  timesSplits,
} from './times-rows.ts';

export function TimesScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readReportSearch(given);
  const by = timesSplits.find(split => split === search.by);
  const query = useReport('cycleTimes', search, { by });
  return (
    <ReportScreen
      {...{ screen: 'times', search, go }}
      lead={t('times.lead')}
      splits={timesSplits}
      parts={[query]}
    >
      <ReportBody query={query}>{({ items }) => <Times items={items} by={by} />}</ReportBody>
    </ReportScreen>
  );
}

type Props = { items: readonly CycleTime[]; by: (typeof timesSplits)[number] | undefined };

function Times({ items, by }: Props) {
  const { t } = useTranslation('analysis');
  const { status, group } = useReportFormatters();
  const { with: holder, status: code } = useReportScreen().search;
  const shown = useMemo(() => selectShownTimes(items, { with: holder, status: code }), [items, holder, code]);
  // Groups keep the report's order; statuses begin with the longest.
  const bars = useMemo(() => {
    const known = shown.items.filter(hasMedian);
    return by ? known : known.sort((a, b) => (b.p85S ?? 0) - (a.p85S ?? 0));
  }, [shown, by]);
  const isSplit = by !== undefined && shown.status === undefined;
  const nameOf = (item: CycleTime) => (by ? group(by, item.group) : status(item.status));
  return (
    <>
      <Choices items={items} shown={shown} />
      {isSplit && <TimesMatrix items={shown.items} by={by} />}
      {!isSplit && bars.length > 0 && (
        <TimesChart
          title={shown.status === undefined ? t('times.chart') : status(shown.status)}
          header={by ? t(`report.split.${by}`) : t('times.status')}
          shown={bars}
          nameOf={nameOf}
        />
      )}
      <TimesTable items={shown.items} by={by} withWhom={shown.holder === 'all'} />
      <p className="t-small t-2">{t('times.interval')}</p>
    </>
  );
}

/** Selects who holds the cases, and one of their statuses. Both are in the address. */
function Choices({ items, shown }: { items: readonly CycleTime[]; shown: ShownTimes }) {
  const { t } = useTranslation('analysis');
  const { status, number } = useReportFormatters();
  const { hrefOf, go } = useReportScreen();
  const open = useMemo(() => countOpenStaysByHolder(items), [items]);
  const noteOf = (holder: CaseHolder) => {
    const count = open.get(holder) ?? null;
    return count === null ? undefined : t('times.stillThere', { n: number(count) });
  };
  // If the address had a status, the choice "all" shows every status of its holder.
  const choose = (code: string) =>
    go(hrefOf(code === 'any' ? { with: shown.holder, status: undefined } : { status: code }), true);
  return (
    <div className={styles.choices}>
      <SegmentedControl
        label={t('times.with')}
        value={shown.holder}
        onChange={holder => go(hrefOf({ with: holder, status: undefined }), true)}
        options={[
          ...caseHolders
            .filter(holder => open.has(holder))
            .map(holder => ({ value: holder, label: t(`times.holder.${holder}`), note: noteOf(holder) })),
          { value: 'all' as const, label: t('report.any') },
        ]}
      />
      <Select
        label={t('times.status')}
        size="compact"
        value={String(shown.status ?? 'any')}
        onChange={choose}
        options={[
          { value: 'any', label: t('report.any') },
          ...shown.statuses.map(code => ({ value: String(code), label: status(code) })),
        ]}
      />
    </div>
  );
}
