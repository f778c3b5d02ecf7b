/**
 * Conformance: moves that the transition table in force at the time did not allow, each with its cases as they were
 * then.
 */
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { verdictsWithMoves } from '#events/analysis/conform.ts';
import type { ReportData, ReportItem } from '#services/api/answers.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ReportBody } from '../report/ReportBody.tsx';
import { useReportFormatters } from '../report/useReportFormatters.ts';
import styles from './conformance.module.css';
import { DeviationsTable } from './DeviationsTable.tsx';

type ConformanceItem = ReportItem<'conformance'>;

const movesOf = (items: readonly ConformanceItem[]) => items.reduce((sum, { moves }) => sum + moves, 0);

export function Conformance({ query }: { query: UseQueryResult<ReportData<'conformance'>> }) {
  const { t } = useTranslation('analysis');
  return (
    <ReportBody query={query}>
      {({ items }) => (
        <Panel title={t('conformance.title')}>
          <p className="t-2">{t('conformance.lead')}</p>
          <Checked items={items} />
          {verdictsWithMoves.map(verdict => (
            <Verdict key={verdict} verdict={verdict} items={items.filter(item => item.verdict === verdict)} />
          ))}
        </Panel>
      )}
    </ReportBody>
  );
}

/** Says how many moves were checked, and how many happened before rules were recorded. */
function Checked({ items }: { items: readonly ConformanceItem[] }) {
  const { t } = useTranslation('analysis');
  const { number } = useReportFormatters();
  const unrecorded = movesOf(items.filter(({ verdict }) => verdict === 'unrecorded'));
  const checked = movesOf(items) - unrecorded;
  const kept = movesOf(items.filter(({ verdict }) => verdict === 'kept'));
  return (
    <p className={styles.checked}>
      {checked > 0 && t('conformance.checked', { count: checked, moves: number(checked) })}{' '}
      {checked > 0 && kept === checked && t('conformance.clean')}{' '}
      {unrecorded > 0 && t('conformance.unrecorded', { count: unrecorded, moves: number(unrecorded) })}
    </p>
  );
}

type Props = {
  verdict: (typeof verdictsWithMoves)[number];
  items: readonly ConformanceItem[];
};

/** The number of one kind of deviation, which opens its moves. */
function Verdict({ verdict, items }: Props) {
  const { t } = useTranslation('analysis');
  const { number } = useReportFormatters();
  const moves = movesOf(items);
  const name = t(`conformance.verdict.${verdict}`);
  if (moves === 0)
    return <p className={styles.none}>{t('conformance.none', { verdict: name, moves: number(0) })}</p>;
  return (
    <Disclosure summary={name} count={number(moves)}>
      <p className="t-small t-2">{t(`conformance.how.${verdict}`)}</p>
      <DeviationsTable label={name} items={items} />
    </Disclosure>
  );
}
