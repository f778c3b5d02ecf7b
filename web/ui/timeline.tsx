import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Link } from './link.tsx';
import type { Tone } from './theme.ts';
import styles from './timeline.module.css';

export type TimelineItemData = {
  id: string;
  time: ReactNode;
  dateTime?: string;
  tone?: Tone;
  /** Filled node: a question, a refusal or an end. */
  solid?: boolean;
  title: ReactNode;
  by?: ReactNode;
  note?: ReactNode;
  /** Tints the entry as new. */
  fresh?: boolean;
  href?: string;
};

type Props = {
  label: string;
  days: readonly { heading?: ReactNode; id?: string; items: readonly TimelineItemData[] }[];
  /** One line per entry, for feeds. */
  compact?: boolean;
};

/** A history, newest first: time, a node on a hairline, event and person. */
export function Timeline({ label, days, compact }: Props) {
  return (
    <div className={cx(styles.timeline, compact && styles.compact)}>
      {days.map((day, at) => (
        <div key={day.id ?? at}>
          {day.heading && <h3 className={styles.day}>{day.heading}</h3>}
          <ol aria-label={label} className={styles.items}>
            {day.items.map(item => (
              <Entry key={item.id} {...item} />
            ))}
          </ol>
        </div>
      ))}
    </div>
  );
}

function Entry({ time, dateTime, tone = 'neutral', solid, title, by, note, fresh, href }: TimelineItemData) {
  return (
    <li className={cx(styles.item, fresh && styles.fresh)}>
      <time className={styles.time} dateTime={dateTime}>
        {time}
      </time>
      <span className={cx(styles.node, solid && styles.solid)} data-tone={tone} aria-hidden="true" />
      <span className={styles.rail} aria-hidden="true" />
      <span className={styles.what}>
        <span>{href ? <Link href={href}>{title}</Link> : title}</span>
        {by && <span className={styles.by}>{by}</span>}
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </li>
  );
}
