import styles from './arch.module.css';
import { archSvgPath, TEETH_PER_JAW, tickSharesAcrossWidth, ticksPath } from './arch.ts';

const ARCH = { width: 120, height: 26 };
const AT = tickSharesAcrossWidth(TEETH_PER_JAW);

/** A loading indicator: the ticks light up from left to right, repeatedly. */
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
        <path className={styles.line} d={archSvgPath(ARCH)} />
        <path className={styles.off} d={ticksPath(ARCH, AT, 4, 12)} />
        <path className={styles.on} d={ticksPath(ARCH, AT, 4, 12)} />
      </svg>
      <span>{label}</span>
    </span>
  );
}
