/** The dates of aligner changes by month. */
import { useTranslation } from 'react-i18next';
import { addDays } from '#events/case/calendar.ts';
import type { WearRecord } from '#events/wear/wear.ts';
import { lastCompleteAligner, type WearLimits, wearCalendar } from '#events/wear/wear-calendar.ts';
import { anyMonday, calendarMonthsFrom } from './months.ts';
import styles from './wear.module.css';

type Props = { wear: WearRecord; limits: WearLimits; today: string; months?: number };

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const named = (lang: string, options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { ...options, timeZone: 'UTC' });
  return (day: string) => format.format(utc(day));
};
const weekDays = Array.from({ length: 7 }, (_, i) => addDays(anyMonday, i));

function useDays({ wear, limits }: Pick<Props, 'wear' | 'limits'>) {
  const complete = lastCompleteAligner(limits);
  const stages = new Map(wearCalendar(wear, limits).map(({ stage, on }) => [on, stage]));
  return (day: string) => ({
    stage: stages.get(day),
    missing: (stages.get(day) ?? 0) > complete,
    held: wear.holds.some(({ from, until }) => from <= day && (until === null || day < until)),
  });
}

export function WearCalendar({ wear, limits, today, months = 3 }: Props) {
  const { t, i18n } = useTranslation('wear');
  const daysOf = useDays({ wear, limits });
  const month = named(i18n.language, { year: 'numeric', month: 'long' });
  const [short, long] = [
    named(i18n.language, { weekday: 'narrow' }),
    named(i18n.language, { weekday: 'long' }),
  ];
  const shown = calendarMonthsFrom(wear.start > today ? wear.start : today, months);
  return (
    <div className={styles.calendar}>
      <div className={styles.months}>
        {shown.map(({ first, weeks }) => (
          <table key={first} className={styles.month}>
            <caption>{month(first)}</caption>
            <thead>
              <tr>
                {weekDays.map(day => (
                  <th key={day} scope="col">
                    <span aria-hidden="true">{short(day)}</span>
                    <span className="visually-hidden">{long(day)}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeks.map(week => (
                <tr key={week.find(day => day !== null)}>
                  {week.map((day, at) =>
                    day === null ? (
                      <td key={weekDays[at]} />
                    ) : (
                      <Day key={day} day={day} today={today} {...daysOf(day)} />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
      <p className={`t-small t-2 ${styles.legend}`}>
        <span className={styles.key} aria-hidden="true">
          5
        </span>
        {t('calendar.legend')}
        <span className={styles.key} data-missing="" aria-hidden="true">
          6
        </span>
        {t('calendar.missing')}
        <span className={styles.key} data-held="" aria-hidden="true" />
        {t('calendar.held')}
      </p>
    </div>
  );
}

type DayProps = { day: string; today: string; stage: number | undefined; missing: boolean; held: boolean };

function Day({ day, today, stage, missing, held }: DayProps) {
  const { t } = useTranslation('wear');
  return (
    <td
      aria-current={day === today ? 'date' : undefined}
      data-past={day < today ? '' : undefined}
      data-held={held ? '' : undefined}
    >
      <span>{Number(day.slice(8))}</span>
      {stage !== undefined && (
        <b className={styles.key} data-missing={missing ? '' : undefined}>
          <span aria-hidden="true">{stage}</span>
          <span className="visually-hidden">
            {t(missing ? 'calendar.alignerMissing' : 'calendar.aligner', { stage })}
          </span>
        </b>
      )}
    </td>
  );
}
