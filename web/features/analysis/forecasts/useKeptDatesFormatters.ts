/** Words about kept dates. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { forecastShares } from '#events/forecast/forecast.ts';
import type { ForecastReportItem } from './forecasts-queries.ts';
import { findKeptDatesByShare, keptPercent, sumKeptDatesOfShare } from './kept-dates.ts';

export function useKeptDatesFormatters() {
  const { t, i18n } = useTranslation('analysis');
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language);
    const gap = i18n.language === 'zh-CN' ? '' : ' ';
    const number = (value: number) => format.format(value);
    const percent = (value: number | null) =>
      value === null ? t('forecasts.fewDates') : t('forecasts.percent', { percent: value });
    const keptText = (item: ForecastReportItem, id: 'half' | 'most') => {
      const dates = findKeptDatesByShare(item, forecastShares[id]);
      const [kept, passed] = [keptPercent(dates), number(dates?.passed ?? 0)];
      return kept === null
        ? t('forecasts.tooFewOf', { passed })
        : t('forecasts.keptOf', { kept: percent(kept), passed });
    };
    const part = (items: readonly ForecastReportItem[], id: 'half' | 'most') => {
      const dates = sumKeptDatesOfShare(items, forecastShares[id]);
      const kept = keptPercent(dates);
      return kept === null ? null : t(`forecasts.says.${id}`, { kept, passed: number(dates.passed) });
    };
    return {
      number,
      percent,
      stepName: (step: string) => t(`forecasts.steps.${step}`),
      /** The number of kept dates of a step or a month. */
      keptText,
      /** One sentence for each of the two dates of a case page: the percentage that was kept. */
      summary: (items: readonly ForecastReportItem[]) =>
        [part(items, 'half'), part(items, 'most')].flatMap(text => text ?? []).join(gap) ||
        t('forecasts.tooFewDates'),
    };
  }, [t, i18n.language]);
}
