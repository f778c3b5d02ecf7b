import styles from './arch.module.css';
import { alongLine, archPath, archPoint, TICKS, UPPER_FDI } from './arch.ts';

const ARCH = { width: 600, height: 450 };
const AT = alongLine(ARCH, TICKS, 0.029);
const MIDLINE = 300;

/** Where each tick comes from: px along x and y, and a turn in degrees, when nothing has moved yet. From 18 round to 28. */
const CROWDED: readonly (readonly [x: number, y: number, turn: number])[] = [
  [-31, -15, 33],
  [-24, -30, 35],
  [-26, -30, 25],
  [16, 18, -14],
  [-31, -9, -11],
  [23, -5, 0],
  [-32, -21, -16],
  [-22, -18, -25],
  [-9, -6, -15],
  [23, -29, 2],
  [-16, -22, -13],
  [31, -24, -9],
  [29, -25, 10],
  [33, -35, -17],
  [-9, -28, 13],
  [32, 25, -18],
];

const TRAIL = [0, 0.2, 0.38, 0.54, 0.68, 0.81, 0.91];

/** A tick of `share` (0–1) of its way from crowded to straight: 10 px inside the line, 25 px outside. */
function tick(index: number, share: number): string {
  const { x, y, nx, ny } = archPoint(ARCH, AT[index] ?? 0);
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
  return AT.map((_, index) => tick(index, share)).join('');
}

/** Sixteen teeth settle on the line, each with the trail it left. `progress` 1 is straight. */
export function ArchArt({ label, progress = 1 }: { label: string; progress?: number | undefined }) {
  return (
    <svg className={styles.art} viewBox="-64 -60 728 534" role="img" aria-label={label}>
      <path className={styles.artMid} d={`M${MIDLINE} 40V458`} />
      <path className={styles.artLine} d={archPath(ARCH)} />
      {TRAIL.filter(share => share < progress).map((share, i) => (
        <path key={share} className={styles.ghost} opacity={(0.28 + i * 0.08).toFixed(2)} d={layer(share)} />
      ))}
      <path className={styles.tick} d={layer(progress)} />
      <g>
        {UPPER_FDI.map((tooth, i) => {
          const { x, y, nx, ny } = archPoint(ARCH, AT[i] ?? 0);
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
