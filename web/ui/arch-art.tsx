import styles from './arch.module.css';
import { archSvgPath, pointOnArch, TEETH_PER_JAW, tickSharesAlongLine, UPPER_FDI } from './arch.ts';

const ARCH = { width: 600, height: 450 };
const AT = tickSharesAlongLine(ARCH, TEETH_PER_JAW, 0.029);
const MIDLINE = 300;

/** Start of each tick, FDI 18 to 28: offset from the arch line in px, and rotation in degrees. */
const CROWDED: readonly (readonly [x: number, y: number, turn: number])[] = [
  [-35, -7.5, 33],
  [-21.5, -24, 33],
  [-30, -23, 24],
  [-12.5, 15.5, -14],
  [-30, -6, -21],
  [-15, -1, -12.5],
  [-15.5, -17, -26.5],
  [-24, -24.5, -24.5],
  [-13.5, -7, 18.5],
  [22, -31, 17],
  [-12.5, -17.5, 18],
  [31, -22.5, -3],
  [30.5, -34, 9],
  [33.5, -26, -15],
  [-9, -27, 14.5],
  [33.5, 28, -15.5],
];

const TRAIL = [0, 0.2, 0.38, 0.55, 0.7, 0.83, 0.94];

/**
 * Path of a tick after `share` (0–1) of its movement from crowded to straight: 10 px inside the line, 25 px
 * outside.
 */
function tickPathAt(index: number, share: number): string {
  const { x, y, nx, ny } = pointOnArch(ARCH, AT[index] ?? 0);
  const [dx, dy, turn] = CROWDED[index] ?? [0, 0, 0];
  const left = 1 - share;
  const angle = (turn * left * Math.PI) / 180;
  const ox = nx * Math.cos(angle) - ny * Math.sin(angle);
  const oy = nx * Math.sin(angle) + ny * Math.cos(angle);
  const px = x + dx * left;
  const py = y + dy * left;
  const at = (length: number) => `${(px + ox * length).toFixed(1)} ${(py + oy * length).toFixed(1)}`;
  return `M${at(-5)}L${at(30)}`;
}

function layer(share: number): string {
  return AT.map((_, index) => tickPathAt(index, share)).join('');
}

/**
 * Illustration: sixteen teeth move onto the arch line and leave trails. At `progress` 1 they are straight.
 */
export function ArchArt({ label, progress = 1 }: { label: string; progress?: number }) {
  return (
    <svg className={styles.art} viewBox="-64 -60 728 534" role="img" aria-label={label}>
      <path className={styles.artMid} d={`M${MIDLINE} 40V458`} />
      <path className={styles.artLine} d={archSvgPath(ARCH)} />
      {TRAIL.filter(share => share < progress).map((share, i) => (
        <path key={share} className={styles.ghost} opacity={(0.28 + i * 0.08).toFixed(2)} d={layer(share)} />
      ))}
      <path className={styles.tick} d={layer(progress)} />
      <g>
        {UPPER_FDI.map((tooth, i) => {
          const { x, y, nx, ny } = pointOnArch(ARCH, AT[i] ?? 0);
          return (
            <text key={tooth} x={(x - nx * 24).toFixed(1)} y={(y - ny * 24).toFixed(1)}>
              {tooth}
            </text>
          );
        })}
      </g>
    </svg>
  );
}
