import styles from './arch.module.css';
import { archPath, evenly, TICKS, ticksPath } from './arch.ts';

const ARCH = { width: 120, height: 26 };
const AT = evenly(TICKS);

/** Waiting: the ticks light from left to right, over and over. */
export function ArchLoader({ label, size = 120 }: { label: string; size?: number }) {
  return (
    <span className={styles.loader} role="status">
      <svg
        className={styles.arch}
        viewBox={`-6 -14 ${ARCH.width + 12} ${ARCH.height + 16}`}
        width={size}
        height={(size * (ARCH.height + 16)) / (ARCH.width + 12)}
        aria-hidden="true"
      >
        <path className={styles.line} d={archPath(ARCH)} />
        <path className={styles.off} d={ticksPath(ARCH, AT, 4, 12)} />
        <path className={styles.on} d={ticksPath(ARCH, AT, 4, 12)} />
      </svg>
      <span>{label}</span>
    </span>
  );
}
