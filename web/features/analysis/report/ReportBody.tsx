/**
 * Frame of a report's figures with its states loading, failed and empty. Below the figures: the number of hidden ones,
 * and the SQL.
 */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { screensOpenTo } from '#events/analysis/screens.ts';
import type { ReportData, ReportName } from '#services/api/answers.ts';
import { ApiError } from '#web/lib/api.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { analysisHref } from '../analysis-href.ts';
import { isOtherMoment } from './basis-moment.ts';
import { SmallestShownCountContext } from './FigureLink.tsx';
import { ReportBasisLine } from './ReportBasisLine.tsx';
import { useReportScreen } from './ReportScreen.tsx';
import styles from './report.module.css';

type Props<N extends ReportName> = {
  query: UseQueryResult<ReportData<N>>;
  children: (report: ReportData<N>) => ReactNode;
  /** Replaces the standard text of a report without items. */
  empty?: ReactNode;
};

export function ReportBody<N extends ReportName>({ query, children, empty }: Props<N>) {
  const { t } = useTranslation('analysis');
  const { data, error, refetch } = query;
  if (data)
    return (
      <>
        {data.total === 0 && empty ? (
          empty
        ) : data.items.length === 0 ? (
          <EmptyState title={t(`report.${emptyWord(data)}`)}>{t(`report.${emptyWord(data)}How`)}</EmptyState>
        ) : (
          <SmallestShownCountContext value={data.smallest}>{children(data)}</SmallestShownCountContext>
        )}
        <Basis report={data} />
      </>
    );
  if (!error) return <Skeleton lines={10} label={t('report.loading')} />;
  return (
    <EmptyState
      title={error instanceof ApiError ? error.message : t('report.failed')}
      action={<Button onPress={() => void refetch()}>{t('report.retry')}</Button>}
    >
      {t('report.failedHow')}
    </EmptyState>
  );
}

const emptyWord = ({ total, fewCases }: { total: number; fewCases: number }) => {
  if (total === 0) return 'empty';
  return fewCases > 0 ? 'onlyFewCases' : 'allHidden';
};

/** The number of hidden figures, and the report's SQL. The screen shows the basis once for all its reports. */
function Basis<N extends ReportName>({ report }: { report: ReportData<N> }) {
  const { t } = useTranslation('analysis');
  const { data: me } = useQuery(currentUserQuery());
  const { clock: ofScreen } = useReportScreen();
  const mayAsk = screensOpenTo(me?.position).includes('ask');
  const { position, clock, hidden, fewCases, sql } = report;
  return (
    <footer className={styles.basis}>
      {/* A split by sealed facts is as of the last midnight, unlike the other reports of the screen. */}
      {isOtherMoment(clock, ofScreen) && <ReportBasisLine report={report} />}
      {hidden.length > 0 && <p className="t-small t-2">{t('report.hidden', { count: hidden.length })}</p>}
      {fewCases > 0 && <p className="t-small t-2">{t('report.fewCases', { count: fewCases })}</p>}
      <Disclosure summary={t('report.sql')}>
        <pre className={styles.sql}>{sql}</pre>
        <CopyButton text={() => sql} label={t('report.copySql')} copied={t('report.copiedSql')} />
        {mayAsk && (
          <LinkButton size="small" variant="quiet" href={analysisHref('ask', { q: sql, asOf: position })}>
            {t('ask.openIn')}
          </LinkButton>
        )}
      </Disclosure>
    </footer>
  );
}
