import { Check } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import {
  type ArchSize,
  archSvgPath,
  pointOnArch,
  tickSharesAcrossWidth,
  tickSharesBetween,
  ticksPath,
} from './arch.ts';
import styles from './arch-stepper.module.css';
import { cx } from './class-names.ts';
import { Link } from './link.tsx';
import type { Tone } from './theme.ts';

export type ArchStep = {
  id: string;
  label: string;
  /** Text under the step: a date, or "now". */
  note?: string;
  state: 'done' | 'current' | 'todo' | 'problem';
  href?: string;
  onPress?: () => void;
  /** Tooltip of the step: person and time. */
  title?: string;
  /** Number of the step's missing answers. */
  missing?: number;
};

type Props = {
  label: string;
  steps: readonly ArchStep[];
  /** `progress`: a case's milestones with dots and dates. `steps`: numbered steps of a wizard. */
  variant?: 'progress' | 'steps';
  /** Tone of the current step. */
  tone?: Tone;
};

/**
 * Height of the line and the space above it, px. The width is only a unit: the drawing is stretched to its container,
 * and strokes keep their thickness.
 */
const DRAWN = {
  progress: { wide: { width: 1200, height: 32 }, narrow: { width: 360, height: 36 }, above: 10 },
  steps: { wide: { width: 1200, height: 24 }, narrow: { width: 360, height: 22 }, above: 18 },
};

/** A process along the arch line: done, current and future steps. */
export function ArchStepper({ label, steps, variant = 'progress', tone }: Props) {
  const drawn = DRAWN[variant];
  const at = tickSharesAcrossWidth(steps.length);
  const reached = steps.reduce((last, step, i) => (step.state === 'todo' ? last : i), -1);
  const end = reached === steps.length - 1 && steps[reached]?.state === 'done' ? 1 : (at[reached] ?? 0);
  return (
    <nav
      className={cx(styles.spine, styles[variant])}
      aria-label={label}
      data-tone={tone ?? (variant === 'steps' ? 'brand' : 'warn')}
    >
      <Line arch={drawn.wide} at={at} end={end} above={drawn.above} className={styles.wide} />
      <Line arch={drawn.narrow} at={at} end={end} above={drawn.above} className={styles.narrow} />
      <ol className={styles.list} style={vars({ '--steps': steps.length })}>
        {steps.map((step, i) => (
          <li
            key={step.id}
            className={styles.step}
            data-state={step.state}
            aria-current={step.state === 'current' ? 'step' : undefined}
            style={vars({
              '--shift': `${((1 - 2 * (at[i] ?? 0.5)) * 45).toFixed(1)}%`,
              '--y': `${drawn.above + pointOnArch(drawn.wide, at[i] ?? 0).y}px`,
              '--y-narrow': `${drawn.above + pointOnArch(drawn.narrow, at[i] ?? 0).y}px`,
            })}
          >
            <Stop step={step}>
              <Node step={step} number={variant === 'steps' ? i + 1 : null} />
              <span className={styles.words}>
                <span className={styles.label}>{step.label}</span>
                <span className={styles.note}>{step.note}</span>
              </span>
            </Stop>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type LineProps = {
  arch: ArchSize;
  at: readonly number[];
  end: number;
  above: number;
  className: string | undefined;
};

function Line({ arch, at, end, above, className }: LineProps) {
  const ticks = tickSharesBetween(at);
  const size = `0 ${-above} ${arch.width} ${arch.height + above}`;
  return (
    <svg
      className={cx(styles.svg, className)}
      viewBox={size}
      height={arch.height + above}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.line} d={archSvgPath(arch)} />
      <path
        className={styles.off}
        d={ticksPath(
          arch,
          ticks.filter(t => t > end),
          3,
          9,
        )}
      />
      {end > 0 && <path className={styles.done} d={archSvgPath(arch, end)} />}
      <path
        className={styles.done}
        d={ticksPath(
          arch,
          ticks.filter(t => t <= end),
          3,
          9,
        )}
      />
    </svg>
  );
}

function Node({ step, number }: { step: ArchStep; number: number | null }) {
  return (
    <span className={styles.node} aria-hidden="true">
      {number !== null && (step.state === 'done' ? <Check /> : number)}
      {step.missing ? <span className={styles.missing}>{step.missing}</span> : null}
    </span>
  );
}

function Stop({ step, children }: { step: ArchStep; children: ReactNode }) {
  if (step.href !== undefined)
    return (
      <Link href={step.href} className={styles.at} title={step.title}>
        {children}
      </Link>
    );
  if (step.onPress)
    return (
      <button type="button" className={styles.at} title={step.title} onClick={step.onPress}>
        {children}
      </button>
    );
  return (
    <span className={styles.at} title={step.title}>
      {children}
    </span>
  );
}

/** Returns CSS custom properties as a style. */
function vars(values: Record<`--${string}`, string | number>): CSSProperties {
  return values;
}
