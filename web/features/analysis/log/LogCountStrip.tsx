/**
 * The strips of the LOG: days of the whole log, and hours of the day in sight. A press on a cell shows the cell's rows.
 */
import { useQuery } from '@tanstack/react-query';
import { dayInZone } from '#events/case/calendar.ts';
import { wallTime } from '#events/desk/zone.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { currentTimeZone } from '#web/lib/format.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { HeatStrip } from './HeatStrip.tsx';
import styles from './log.module.css';
import { type DayRangeCount, indexOfDay, joinDayCounts } from './log-bins.ts';
import { logHourCountsQuery } from './log-queries.ts';
import type { ServerLogFilter } from './log-search.ts';
import { useLogFormatters } from './useLogFormatters.ts';

type Props = {
  filter: ServerLogFilter;
  counts: AnswerData<'/api/analysis/log/counts'>;
  /** ISO time of the first row in sight. */
  seen: string | undefined;
  /** @param at a day or an ISO time */
  onMove: (at: string) => void;
};

const HOURS = 24;
const hourAxis = ['00:00', '06:00', '12:00', '18:00', '24:00'];

/** First, middle and last day; fewer if they are the same. */
function axisOf(bins: readonly DayRangeCount[]): string[] {
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return [];
  return [...new Set([first.from, bins[Math.floor(bins.length / 2)]?.from ?? first.from, last.to])];
}

/** The hour of an ISO time in a zone, two digits. */
const hourIn = (zone: string, at: string): string =>
  new Date(wallTime(zone, Date.parse(at))).toISOString().slice(11, 13);

export function LogCountStrip({ filter, counts, seen, onMove }: Props) {
  const words = useLogFormatters();
  const { t } = words;
  const bins = joinDayCounts(counts.days);
  const { zone } = counts;
  const day = seen === undefined ? counts.days.at(-1)?.day : dayInZone(zone, Date.parse(seen));
  const textOf = ({ from, to, count }: DayRangeCount) =>
    from === to
      ? t('analysis:log.strip.day', { day: from, events: words.events(count) })
      : t('analysis:log.strip.days', { from, to, events: words.events(count) });
  return (
    <section className={styles.strips} aria-label={t('analysis:log.strip.label')}>
      <HeatStrip
        label={t('analysis:log.strip.label')}
        how={t('analysis:log.strip.how')}
        cells={bins.map(bin => ({ id: bin.from, count: bin.count, text: textOf(bin) }))}
        axis={axisOf(bins)}
        current={day === undefined ? -1 : indexOfDay(bins, day)}
        onMove={index => {
          const bin = bins[index];
          if (bin) onMove(bin.from);
        }}
      />
      {day !== undefined && <Hours {...{ filter, day, seen, zone, onMove }} />}
      <p className="t-small t-2">
        {sentence(counts.days, words)}
        {zone !== currentTimeZone() && t('analysis:log.strip.zone', { zone })}
      </p>
      <Disclosure summary={t('analysis:log.strip.table')}>
        <BinTable bins={bins} />
      </Disclosure>
    </section>
  );
}

type Words = ReturnType<typeof useLogFormatters>;

function sentence(days: Props['counts']['days'], { t, events }: Words): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return t('analysis:log.strip.none');
  const busiest = days.reduce((most, one) => (one.count > most.count ? one : most));
  return t('analysis:log.strip.sentence', {
    events: events(days.reduce((sum, { count }) => sum + count, 0)),
    from: first.day,
    to: last.day,
    day: busiest.day,
    most: events(busiest.count),
  });
}

function Hours({ filter, day, seen, zone, onMove }: Omit<Props, 'counts'> & { day: string; zone: string }) {
  const words = useLogFormatters();
  const { data } = useQuery(logHourCountsQuery(filter, day));
  const counted = new Map(data?.hours.map(({ hour, count }) => [hourIn(zone, hour), { hour, count }]));
  const cells = Array.from({ length: HOURS }, (_, i) => {
    const name = String(i).padStart(2, '0');
    const count = counted.get(name)?.count ?? 0;
    const text = words.t('analysis:log.strip.hour', { hour: `${name}:00`, events: words.events(count) });
    return { id: name, count, text };
  });
  const move = (index: number) => {
    // A press on an hour without events leads to the next hour that has some.
    const found = cells.slice(index).find(({ id }) => counted.has(id));
    const hour = counted.get(found?.id ?? '')?.hour;
    // Rows begin after the given moment, so the moment is just before the hour.
    if (hour !== undefined) onMove(new Date(Date.parse(hour) - 1).toISOString());
  };
  return (
    <HeatStrip
      label={words.t('analysis:log.strip.hours', { day })}
      how={words.t('analysis:log.strip.how')}
      cells={cells}
      axis={hourAxis}
      current={seen === undefined ? -1 : Number(hourIn(zone, seen))}
      onMove={move}
    />
  );
}

function BinTable({ bins }: { bins: readonly DayRangeCount[] }) {
  const { t, number } = useLogFormatters();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.table} role="group" aria-label={t('analysis:log.strip.table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('analysis:log.strip.time')}</th>
            <th scope="col">{t('analysis:log.strip.number')}</th>
          </tr>
        </thead>
        <tbody>
          {bins.map(({ from, to, count }) => (
            <tr key={from}>
              <th scope="row" className="num">
                {from === to ? from : `${from} – ${to}`}
              </th>
              <td className="num">{number(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
