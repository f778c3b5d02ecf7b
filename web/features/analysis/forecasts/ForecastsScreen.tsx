/** /analysis/forecasts: whether the dates of forecasts were kept. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatZonedMoment } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CopyReportLink } from '../report/CopyReportLink.tsx';
import type { AnalysisScreenProps } from '../screen-components.ts';
import { DatesKeptByMonth } from './DatesKeptByMonth.tsx';
import { DatesKeptByStep } from './DatesKeptByStep.tsx';
import { ForecastDatesDrawer } from './ForecastDatesDrawer.tsx';
import styles from './forecasts.module.css';
import { type ForecastReport, forecastReportQuery } from './forecasts-queries.ts';
import { type ForecastsSearch, forecastsHref, readForecastsSearch } from './forecasts-search.ts';

export function ForecastsScreen({ search: given, go }: AnalysisScreenProps) {
  const { t } = useTranslation('analysis');
  const search = readForecastsSearch(given);
  const { data, isError, refetch } = useQuery(forecastReportQuery(search, 'step'));
  return (
    <div className={styles.screen}>
      <p className="t-2">{t('forecasts.lead')}</p>
      <Filters search={search} go={go} report={data} />
      {data ? (
        <Report report={data} search={search} go={go} />
      ) : isError ? (
        <EmptyState
          title={t('forecasts.failed')}
          action={
            <span className={styles.actions}>
              <Button onPress={() => void refetch()}>{t('forecasts.retry')}</Button>
              {search.asOf && (
                <LinkButton href={forecastsHref(search, { asOf: undefined })}>
                  {t('forecasts.asOfNow')}
                </LinkButton>
              )}
            </span>
          }
        >
          {t('forecasts.failedHow')}
        </EmptyState>
      ) : (
        <Skeleton lines={10} label={t('forecasts.loading')} />
      )}
      {search.listed && <ForecastDatesDrawer listed={search.listed} search={search} go={go} />}
    </div>
  );
}

type PartProps = { search: ForecastsSearch; go: AnalysisScreenProps['go'] };

/** @param report undefined while it loads */
function Filters({ search, go, report }: PartProps & { report: ForecastReport | undefined }) {
  const { t } = useTranslation('analysis');
  const set = (change: Partial<ForecastsSearch>) => go(forecastsHref(search, change), true);
  return (
    <search className={styles.filters} aria-label={t('forecasts.filters')}>
      <DateField
        label={t('forecasts.from')}
        size="compact"
        value={search.from ?? null}
        onChange={from => set({ from: from ?? undefined })}
      />
      <DateField
        label={t('forecasts.to')}
        size="compact"
        value={search.to ?? null}
        onChange={to => set({ to: to ?? undefined })}
      />
      {search.asOf && (
        <LinkButton href={forecastsHref(search, { asOf: undefined })}>{t('forecasts.asOfNow')}</LinkButton>
      )}
      <CopyReportLink
        href={forecastsHref(search, { asOf: search.asOf ?? report?.position })}
        clock={report?.clock}
      />
    </search>
  );
}

function Report({ report, search, go }: PartProps & { report: ForecastReport }) {
  const { t } = useTranslation('analysis');
  const isNarrowed = search.from !== undefined || search.to !== undefined;
  if (report.items.length === 0)
    return (
      <>
        <EmptyState
          title={t(isNarrowed ? 'forecasts.emptyRange' : 'forecasts.empty')}
          action={
            isNarrowed && (
              <LinkButton href={forecastsHref(search, { from: undefined, to: undefined })}>
                {t('forecasts.wholeRange')}
              </LinkButton>
            )
          }
        >
          {t('forecasts.emptyHow')}
        </EmptyState>
        <Basis report={report} />
      </>
    );
  return (
    <>
      <DatesKeptByStep items={report.items} search={search} />
      <DatesKeptByMonth search={search} go={go} />
      <Basis report={report} />
    </>
  );
}

/** The cases and events behind the figures, and the ones left out. */
function Basis({ report }: { report: ForecastReport }) {
  const { t, i18n } = useTranslation('analysis');
  const number = new Intl.NumberFormat(i18n.language);
  const { drafts, erased, tooFew, unknown } = report.leftOut;
  return (
    <p className="t-small t-2">
      {t('forecasts.basis', {
        clock: formatZonedMoment(report.clock),
        position: report.position,
        cases: number.format(report.cases),
        forecasts: number.format(report.forecasts),
      })}{' '}
      {t('forecasts.leftOut', {
        drafts: number.format(drafts),
        erased: number.format(erased),
        tooFew: number.format(tooFew),
        unknown: number.format(unknown),
      })}
    </p>
  );
}
