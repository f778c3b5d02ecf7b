/** Words for the values of reports: durations, people, groups. */
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerData } from '#services/api/answers.ts';
import { reportFilterChoicesQuery } from './report-queries.ts';

const [minute, hour, day] = [60, 3600, 86_400];

type Words = ReturnType<typeof reportWords>;
type Choices = AnswerData<'/api/analysis/choices'>;

/** Splits and fields of items whose values are people. */
const ofPeople: readonly string[] = ['technician', 'doctor', 'expert', 'person'];

/** The formatters keep their identity between renders, so that charts are not drawn again. */
export function useReportFormatters(): Words {
  const { t, i18n } = useTranslation(['analysis', 'case', 'rx']);
  const { data: choices } = useQuery(reportFilterChoicesQuery());
  return useMemo(() => reportWords(t, i18n.language, choices), [t, i18n.language, choices]);
}

/** @param weekday 1 is Monday */
export const weekdayName = (language: string, weekday: number): string =>
  new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday));

function reportWords(
  t: TFunction<['analysis', 'case', 'rx']>,
  language: string,
  choices: Choices | undefined,
) {
  const number = (value: number, digits = 0) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
  const people = new Map(choices?.people.map(one => [one.person, one]));
  const organisations = new Map(choices?.organisations.map(({ id, name }) => [id, name]));
  const words = {
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
    /** A value of a split in words; null: the case has no value. */
    group: (by: string, value: string | null): string => {
      if (value === null || value === 'null') return t('analysis:report.none');
      if (by === 'method' || by === 'productType') return t(`rx:option.${by}.${value}`);
      if (by === 'version') return t('analysis:report.version', { number: value });
      if (by === 'preset') return t(`analysis:report.preset.${value}`);
      if (by === 'org') return organisations.get(value) ?? value;
      return ofPeople.includes(by) ? words.person(value) : value;
    },
    /** A person by position and number, such as "Technician 7"; the pseudonym if the person has not acted. */
    person: (pseudonym: string): string => {
      const { position = null, number: nth = null } = people.get(pseudonym) ?? {};
      if (position === null || nth === null) return pseudonym;
      return t('analysis:report.person', { position: t(`case:position.${position}`), number: nth });
    },
    /** A field of an item in words. @param by the split, whose value is the field `group` */
    cellValue: (field: string, value: string, by: string | undefined): string => {
      if (field === 'status' || field === 'to') return words.status(Number(value));
      if (field === 'way')
        return value
          .split('>')
          .map(code => words.status(Number(code)))
          .join(' › ');
      if (field === 'reason') return words.reason(value);
      if (field === 'type') return t(`analysis:log.type.${value}`);
      // Weeks since a submission are numbers; calendar weeks are days.
      if (field === 'week' && !value.includes('-'))
        return t('analysis:cohorts.week', { count: Number(value) });
      if (field === 'what' || field === 'axis') return t(`analysis:rework.asked.what.${value}`);
      if (field === 'hour') return `${value.padStart(2, '0')}:00`;
      if (field === 'weekday') return weekdayName(language, Number(value));
      if (field === 'step') return t(`analysis:report.step.${value}`);
      return words.group(field === 'group' ? (by ?? '') : field, value);
    },
  };
  return words;
}
