/** The whole history as a strip: the number of moves over time, marks, and the handle that moves the playhead. */
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SpecialDay } from '#events/desk/hours.ts';
import { dayOf } from '#web/lib/format.ts';
import type { HistoryMark } from './history-marks.ts';
import { dayMs, type Playhead, seek, stepDay, type TimeRange } from './playhead.ts';
import { usePlayheadLine } from './QueueHistory.tsx';
import { moveCountsOverRange } from './queue-facts.ts';
import styles from './replay.module.css';
import type { ReplayPlayer } from './replay-player.ts';
import { pointerPositionIn } from './useDotUnderPointer.ts';
import { useElementWidth } from './useElementWidth.ts';
import { useReplayFormatters } from './useReplayFormatters.ts';
import { usePlayerSnapshot } from './useReplayPlayer.ts';

export const stripHeight = 44;
const barWidth = 3;

/** The first day of each month of a range, in the reader's time zone. */
function monthsOf({ start, end }: TimeRange): { at: number; month: string }[] {
  const first = new Date(start);
  const months: { at: number; month: string }[] = [];
  for (let i = 0; ; i++) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + i, 1);
    if (at > end) return months;
    if (at >= start) months.push({ at, month: dayOf(at + dayMs / 2).slice(0, 7) });
  }
}

/**
 * SVG path of bars, one for each part of the history. The height grows with the square root, so that quiet days stay
 * visible.
 */
export function barsPath(parts: readonly number[], width: number): string {
  const most = Math.max(1, ...parts);
  const step = width / Math.max(1, parts.length);
  return parts
    .map((moves, i) => {
      if (moves === 0) return '';
      const top = stripHeight - 2 - Math.sqrt(moves / most) * (stripHeight - 8);
      return `M${(i * step).toFixed(1)} ${stripHeight}V${top.toFixed(1)}h${(step - 0.8).toFixed(1)}V${stripHeight}z`;
    })
    .join('');
}

type Step = (head: Playhead, range: TimeRange) => Playhead;
/** Keys of the handle. The page's own keys also work. */
const steps: Record<string, Step> = {
  ArrowRight: (head, range) => stepDay(head, range, 1),
  ArrowUp: (head, range) => stepDay(head, range, 1),
  ArrowLeft: (head, range) => stepDay(head, range, -1),
  ArrowDown: (head, range) => stepDay(head, range, -1),
  PageUp: (head, range) => seek(head, range, head.at + 7 * dayMs),
  PageDown: (head, range) => seek(head, range, head.at - 7 * dayMs),
  Home: (head, range) => seek(head, range, range.start),
  End: (head, range) => seek(head, range, range.end),
};

type Props = {
  player: ReplayPlayer;
  holidays: readonly SpecialDay[];
  marks: readonly HistoryMark[];
  compare: number | null;
};

export function HistoryStrip({ player, holidays, marks, compare }: Props) {
  const { t } = useTranslation('analysis');
  const words = useReplayFormatters();
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const width = useElementWidth(box);
  const { track, head, range } = usePlayerSnapshot(player);
  const bars = useMemo(
    () => barsPath(moveCountsOverRange(track, Math.max(1, Math.floor(width / barWidth))), width),
    [track, width],
  );
  usePlayheadLine(player, handle, width);
  const x = (at: number) => `${((at - range.start) / Math.max(1, range.end - range.start)) * width}px`;
  const put = (at: number) => ({ '--at': x(at) }) as React.CSSProperties;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1 || !event.isPrimary) return;
    const share = pointerPositionIn(event).x / Math.max(1, width);
    player.change((before, all) =>
      seek({ ...before, playing: false }, all, all.start + share * (all.end - all.start)),
    );
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    player.change((before, all) => step({ ...before, playing: false }, all));
  };
  const closed = holidays.filter(
    ({ day, works }) => !works && Date.parse(day) >= range.start && Date.parse(day) <= range.end,
  );
  return (
    <div className={styles.stripBox}>
      <div
        ref={box}
        className={styles.strip}
        role="slider"
        tabIndex={0}
        aria-label={t('replay.scrubber')}
        aria-valuemin={Math.floor(range.start / 1000)}
        aria-valuemax={Math.floor(range.end / 1000)}
        aria-valuenow={Math.floor(head.at / 1000)}
        aria-valuetext={words.moment(head.at)}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={drag}
        onKeyDown={press}
      >
        <svg width={width} height={stripHeight} aria-hidden="true">
          <path className={styles.bars} d={bars} />
        </svg>
        {closed.map(({ day, name }) => (
          <span key={day} className={styles.holiday} style={put(Date.parse(day))} title={`${day} ${name}`} />
        ))}
        {marks.map(({ at, id, text }) => (
          <span
            key={id ?? at}
            className={styles.marked}
            data-release={id === null ? '' : undefined}
            style={put(at)}
            title={text ?? t('replay.marks.release')}
          />
        ))}
        {compare !== null && <span className={styles.compared} style={put(compare)} />}
        <span ref={handle} className={styles.handle} />
      </div>
      <div className={styles.months} aria-hidden="true">
        {monthsOf(range).map(({ at, month }) => (
          <span key={month} className="num" style={put(at)}>
            {month.endsWith('-01') ? month.slice(0, 4) : Number(month.slice(5))}
          </span>
        ))}
      </div>
    </div>
  );
}
