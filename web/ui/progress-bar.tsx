import { type ReactNode, useId } from 'react';
import styles from './progress-bar.module.css';
import type { Tone } from './theme.ts';

type Props = {
  label: ReactNode;
  hideLabel?: boolean;
  /** 0–100; null if unknown. */
  value: number | null;
  tone?: Tone;
  /** "62 %, 8 s left". */
  text?: ReactNode;
};

/** A progress bar for a running task. */
export function ProgressBar({ label, hideLabel, value, tone = 'brand', text }: Props) {
  const id = useId();
  return (
    <div className={styles.progress} data-tone={tone}>
      <span className={hideLabel && !text ? 'visually-hidden' : styles.words}>
        <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
          {label}
        </label>
        {text && <span className={styles.text}>{text}</span>}
      </span>
      <progress id={id} className={styles.bar} max={100} {...(value !== null && { value })} />
    </div>
  );
}
