/** Words for the values of reports: durations, people, groups. */
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const [minute, hour, day] = [60, 3600, 86_400];

type Words = ReturnType<typeof reportWords>;

/** The words keep their identity between renders, so that charts are not drawn again. */
export function useReportWords(): Words {
  const { t, i18n } = useTranslation(['analysis', 'case', 'rx']);
  return useMemo(() => reportWords(t, i18n.language), [t, i18n.language]);
}

function reportWords(t: TFunction<['analysis', 'case', 'rx']>, language: string) {
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  return {
    number,
    percent: (share: number) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share),
    /** @param seconds null: not known yet */
    duration: (seconds: number | null): string => {
      if (seconds === null) return t('analysis:report.unknown');
      if (seconds === 0) return '0';
      if (seconds < hour) return t('analysis:report.minutes', { n: number(seconds / minute) });
      if (seconds < 2 * day) return t('analysis:report.hours', { n: number(seconds / hour, 1) });
      return t('analysis:report.days', { n: number(seconds / day, 1) });
    },
    /** @param key null: not said */
    reason: (key: string | null): string =>
      key === null ? t('analysis:report.notSaid') : t(`rx:option.reason.${key}`),
    status: (code: number): string => t(`case:status.${code}`),
    /** A value of a split; null: the case has none. */
    group: (by: string, value: string | null): string => {
      if (value === null || value === 'null') return t('analysis:report.none');
      if (by === 'method' || by === 'productType') return t(`rx:option.${by}.${value}`);
      return value;
    },
  };
}
