import styles from './arch.module.css';
import {
  archSvgPath,
  countLitTicks,
  PROGRESS_ARCHES,
  progressPaths,
  tickSharesAcrossWidth,
  ticksPath,
} from './arch.ts';
import { cx } from './class-names.ts';
import type { Tone } from './theme.ts';

type ProgressProps = {
  value: number;
  total: number;
  tone?: Tone;
  /** Text for screen readers: "stage 7 of 24". */
  label: string;
  /** Shows "7/24" next to the arch. */
  showText?: boolean;
  size?: 'small' | 'medium';
};

/** A progress indicator: 16 ticks on the arch line, lit from the left. */
export function ArchProgress({
  value,
  total,
  tone = 'brand',
  label,
  showText = true,
  size = 'small',
}: ProgressProps) {
  const arch = PROGRESS_ARCHES[size];
  const { off, on } = progressPaths(value, total, size);
  return (
    <span className={styles.progress}>
      <svg
        className={styles.arch}
        data-tone={tone}
        viewBox={`0 -9 ${arch.width} ${arch.height + 9}`}
        width={arch.width}
        height={arch.height + 9}
        role="img"
        aria-label={label}
      >
        <path className={styles.line} d={archSvgPath(arch)} />
        <path className={styles.off} d={off} />
        <path className={styles.on} d={on} />
      </svg>
      {showText && (
        <span aria-hidden="true">
          <b>{value}</b>
          <span className={styles.total}>/{total}</span>
        </span>
      )}
    </span>
  );
}

type TallyProps = {
  count: number;
  tone?: Tone;
  /** The first `count` ticks have another tone, for example to mark waiting items. */
  leading?: { count: number; tone: Tone };
};

const MOST = 60;

/**
 * A count as ticks: one per item up to 60, beyond that one per share. Decorative: the number next to it says
 * the same.
 */
export function ArchTickCounter({ count, tone = 'neutral', leading }: TallyProps) {
  const ticks = Math.min(count, MOST);
  const width = Math.max(18, ticks * 3.9);
  const arch = { width, height: Math.min(9, width / 8) };
  const at = tickSharesAcrossWidth(ticks);
  const first = leading
    ? count > MOST
      ? countLitTicks(leading.count, count, ticks)
      : Math.min(leading.count, ticks)
    : 0;
  return (
    <svg
      className={cx(styles.arch, styles.tally)}
      viewBox={`0 -13 ${width} 22`}
      width={width}
      height={22}
      preserveAspectRatio="xMinYMid meet"
      aria-hidden="true"
    >
      <path className={styles.line} d={archSvgPath(arch)} />
      <g data-tone={tone}>
        <path className={styles.on} d={ticksPath(arch, at.slice(first), 3, 9.5)} />
      </g>
      {first > 0 && (
        <g data-tone={leading?.tone}>
          <path className={styles.lead} d={ticksPath(arch, at.slice(0, first), 3, 13)} />
        </g>
      )}
    </svg>
  );
}
