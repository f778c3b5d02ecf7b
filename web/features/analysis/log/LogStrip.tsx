/** The strips of the LOG: days of the whole log, and hours of the day in sight. Each leads to its rows. */
import { useQuery } from '@tanstack/react-query';
import type { AnswerData } from '#services/api/answers.ts';
import { dayOf, timeOf } from '#web/lib/format.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { HeatStrip } from './HeatStrip.tsx';
import styles from './log.module.css';
import { type Bin, binOfDay, binsOf } from './log-bins.ts';
import { logHours } from './log-queries.ts';
import type { LogFilter } from './log-search.ts';
import { useLogWords } from './useLogWords.ts';

type Props = {
  filter: LogFilter;
  counts: AnswerData<'/api/analysis/log/counts'>;
  /** ISO time of the first row in sight. */
  seen: string | undefined;
  /** @param at a day or an ISO time */
  onMove: (at: string) => void;
};

const HOURS = 24;
const hourAxis = ['00:00', '06:00', '12:00', '18:00', '24:00'];

export function LogStrip({ filter, counts, seen, onMove }: Props) {
  const words = useLogWords();
  const { t } = words;
  const bins = binsOf(counts.days);
  const day = seen === undefined ? counts.days.at(-1)?.day : dayOf(seen);
  const textOf = ({ from, to, count }: Bin) =>
    from === to
      ? t('analysisLog:strip.day', { day: from, events: words.events(count) })
      : t('analysisLog:strip.days', { from, to, events: words.events(count) });
  return (
    <section className={styles.strips} aria-label={t('analysisLog:strip.label')}>
      <HeatStrip
        label={t('analysisLog:strip.label')}
        how={t('analysisLog:strip.how')}
        cells={bins.map(bin => ({ id: bin.from, count: bin.count, text: textOf(bin) }))}
        axis={[bins[0]?.from, bins[Math.floor(bins.length / 2)]?.from, counts.days.at(-1)?.day].flatMap(
          text => text ?? [],
        )}
        current={day === undefined ? -1 : binOfDay(bins, day)}
        onMove={index => {
          const bin = bins[index];
          if (bin) onMove(bin.from);
        }}
      />
      {day !== undefined && <Hours filter={filter} day={day} seen={seen} onMove={onMove} />}
      <p className="t-small t-2">{sentence(counts.days, words)}</p>
      <Disclosure summary={t('analysisLog:strip.table')}>
        <BinTable bins={bins} />
      </Disclosure>
    </section>
  );
}

type Words = ReturnType<typeof useLogWords>;

function sentence(days: Props['counts']['days'], { t, events }: Words): string {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return t('analysisLog:strip.none');
  const busiest = days.reduce((most, one) => (one.count > most.count ? one : most));
  return t('analysisLog:strip.sentence', {
    events: events(days.reduce((sum, { count }) => sum + count, 0)),
    from: first.day,
    to: last.day,
    day: busiest.day,
    most: events(busiest.count),
  });
}

function Hours({ filter, day, seen, onMove }: Omit<Props, 'counts'> & { day: string }) {
  const words = useLogWords();
  const { data } = useQuery(logHours(filter, day));
  const counted = new Map(data?.hours.map(({ hour, count }) => [timeOf(hour).slice(0, 2), { hour, count }]));
  const cells = Array.from({ length: HOURS }, (_, i) => {
    const name = String(i).padStart(2, '0');
    const count = counted.get(name)?.count ?? 0;
    const text = words.t('analysisLog:strip.hour', { hour: `${name}:00`, events: words.events(count) });
    return { id: name, count, text };
  });
  const move = (index: number) => {
    // From an hour without events to the next that has some.
    const found = cells.slice(index).find(({ id }) => counted.has(id));
    const hour = counted.get(found?.id ?? '')?.hour;
    // The rows begin after a moment: the last one before the hour.
    if (hour !== undefined) onMove(new Date(Date.parse(hour) - 1).toISOString());
  };
  return (
    <HeatStrip
      label={words.t('analysisLog:strip.hours', { day })}
      how={words.t('analysisLog:strip.how')}
      cells={cells}
      axis={hourAxis}
      current={seen === undefined ? -1 : Number(timeOf(seen).slice(0, 2))}
      onMove={move}
    />
  );
}

function BinTable({ bins }: { bins: readonly Bin[] }) {
  const { t, number } = useLogWords();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls must be reachable
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.table} role="group" aria-label={t('analysisLog:strip.table')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('analysisLog:strip.time')}</th>
            <th scope="col">{t('analysisLog:strip.number')}</th>
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
