/** Small drawings with the tooth chart's crowns: the ordered arches, and the wire of a fixed retainer. */
import type { Option } from '#events/case/options.ts';
import { archesByOrderKey } from '#events/retainer/retainer.ts';
import { toothPaths, toothSizeOf } from '#events/tooth/curves.ts';
import { archOf, type Fdi, TEETH } from '#events/tooth/fdi.ts';
import { CHART_LAYOUTS } from '#web/features/tooth/layout.ts';
import styles from './retainer.module.css';

type Place = { tooth: Fdi; x: number; y: number; angle: number };
const margin = 7;

const placesOf = (teeth: readonly Fdi[]): Place[] =>
  teeth.flatMap(tooth => {
    const place = CHART_LAYOUTS.arch.teeth.get(tooth);
    return place ? [{ tooth, ...place.top }] : [];
  });

function boxOf(places: readonly Place[]): string {
  const [xs, ys] = [places.map(p => p.x), places.map(p => p.y)];
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return `${left} ${top} ${Math.max(...xs) + margin - left} ${Math.max(...ys) + margin - top}`;
}

function Teeth({ places, on }: { places: readonly Place[]; on: (tooth: Fdi) => boolean }) {
  return places.map(({ tooth, x, y, angle }) => (
    <g key={tooth} transform={`translate(${x} ${y}) rotate(${angle})`}>
      <path className={styles.tooth} data-on={on(tooth) || undefined} d={toothPaths(tooth).occlusal} />
    </g>
  ));
}

const whole = placesOf(TEETH.filter(tooth => tooth % 10 <= 7));

export function OrderedArchPicture({ arch }: { arch: Option<'retainerArch'> }) {
  return (
    <svg viewBox={boxOf(whole)} className={styles.drawing} data-whole="" aria-hidden="true">
      <Teeth places={whole} on={tooth => archesByOrderKey[arch].includes(archOf(tooth))} />
    </svg>
  );
}

/**
 * Lower front from the right to the left second premolar. The spec numbers the options 0 to 3 without
 * explaining them. Ours are the ones that clinics use: none, 3-3 bonded to the canines only, 3-3 bonded to
 * every tooth, 4-4 bonded to every tooth.
 */
const front = placesOf([45, 44, 43, 42, 41, 31, 32, 33, 34, 35]);
const wires: Record<Option<'retainerFixed'>, { reach: number; bonds: readonly number[] }> = {
  0: { reach: 0, bonds: [] },
  1: { reach: 3, bonds: [3] },
  2: { reach: 3, bonds: [1, 2, 3] },
  3: { reach: 4, bonds: [1, 2, 3, 4] },
};

/** The middle of a tooth's lingual face. */
function lingual({ tooth, x, y, angle }: Place): { tooth: Fdi; x: number; y: number } {
  const turn = (angle * Math.PI) / 180;
  const reach = toothSizeOf(tooth).depth / 2 - 0.4;
  return { tooth, x: x + reach * Math.sin(turn), y: y - reach * Math.cos(turn) };
}

const round = (n: number) => n.toFixed(2);

export function FixedRetainerPicture({ fixed }: { fixed: Option<'retainerFixed'> }) {
  const { reach, bonds } = wires[fixed];
  const along = front.filter(({ tooth }) => tooth % 10 <= reach).map(lingual);
  const d = along.map(({ x, y }, i) => `${i > 0 ? 'L' : 'M'}${round(x)} ${round(y)}`).join('');
  return (
    <svg viewBox={boxOf(front)} className={styles.drawing} aria-hidden="true">
      <Teeth places={front} on={tooth => bonds.includes(tooth % 10)} />
      {d && <path className={styles.wire} d={d} />}
      {along
        .filter(({ tooth }) => bonds.includes(tooth % 10))
        .map(({ tooth, x, y }) => (
          <circle key={tooth} className={styles.bond} cx={round(x)} cy={round(y)} r="1" />
        ))}
    </svg>
  );
}
