/** Draws the two methods with the tooth chart's crowns: under an aligner, or with lingual brackets. */

import { toothPaths, toothSizeOf } from '#events/tooth/curves.ts';
import { TEETH } from '#events/tooth/fdi.ts';
import { CHART_LAYOUTS } from '#web/features/tooth/layout.ts';
import styles from './wizard.module.css';

const front = TEETH.filter(tooth => tooth < 30 && tooth % 10 <= 5);

export function MethodPicture({ card }: { card: '1' | '2' | 'none' }) {
  const { teeth } = CHART_LAYOUTS.arch;
  const places = front.flatMap(tooth => {
    const place = teeth.get(tooth);
    return place ? [{ tooth, ...place.top }] : [];
  });
  const xs = places.map(p => p.x);
  const ys = places.map(p => p.y);
  const [left, top] = [Math.min(...xs) - 8, Math.min(...ys) - 8];
  const size = `${left} ${top} ${Math.max(...xs) + 8 - left} ${Math.max(...ys) + 8 - top}`;
  const line = places.map(({ x, y }, i) => `${i > 0 ? 'L' : 'M'}${x} ${y}`).join('');
  return (
    <svg viewBox={size} className={styles.method} data-card={card} aria-hidden="true">
      {card === '1' && <path className={styles.tray} d={line} />}
      {places.map(({ tooth, x, y, angle }) => (
        <g key={tooth} transform={`translate(${x} ${y}) rotate(${angle})`}>
          <path className={styles.crown} d={toothPaths(tooth).occlusal} />
          {card === '2' && (
            <rect
              className={styles.bracket}
              x="-1.1"
              y={toothSizeOf(tooth).depth / 2 - 2.6}
              width="2.2"
              height="1.8"
            />
          )}
        </g>
      ))}
    </svg>
  );
}
