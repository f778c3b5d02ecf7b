/** Pictures of the four arch shapes, with the tooth chart's crowns on each line. */
import type { Option } from '#events/case/options.ts';
import { ARCH_FORMS, type ArchForm, archPlaceOf } from '#events/tooth/arch-form.ts';
import { toothPaths } from '#events/tooth/curves.ts';
import { type Fdi, UPPER_TEETH } from '#events/tooth/fdi.ts';
import tooth from '#web/features/tooth/tooth.module.css';
import styles from './lingual.module.css';

type ArchShape = Option<'archShape'>;

/**
 * Square arches are flat in front and turn at the canines; pointed ones narrow evenly towards the incisors.
 */
const forms: Record<ArchShape, ArchForm> = {
  'as-original': ARCH_FORMS.upper,
  oval: ARCH_FORMS.upper,
  square: [1.15e-7, 0.006],
  pointed: [0, 0.062],
};

/** Example of crowded teeth: mm outwards, degrees of rotation. */
const crowded: Partial<Record<Fdi, readonly [out: number, turn: number]>> = {
  13: [1.6, 14],
  12: [-2.1, -16],
  21: [0.8, 12],
  22: [-1.4, 18],
  24: [-0.9, -8],
};

const shown = UPPER_TEETH.slice(1, -1);
const degrees = (radians: number) => (radians * 180) / Math.PI;

function stand(shape: ArchShape, each: Fdi) {
  const { x, depth, angle } = archPlaceOf(each, 0.12, forms[shape]);
  const [out, turn] = (shape === 'as-original' && crowded[each]) || [0, 0];
  return {
    x: x + out * Math.sin(angle),
    y: depth - out * Math.cos(angle),
    turn: degrees(angle) + turn,
  };
}

export function ArchShapePicture({ shape }: { shape: ArchShape }) {
  const places = shown.map(each => ({
    each,
    on: archPlaceOf(each, 0.12, forms[shape]),
    ...stand(shape, each),
  }));
  return (
    <svg className={styles.shape} viewBox="-34 -7 68 58" aria-hidden="true">
      {places.map(({ each, x, y, turn }) => (
        <path
          key={each}
          className={tooth.crown}
          vectorEffect="non-scaling-stroke"
          transform={`translate(${x} ${y}) rotate(${turn})`}
          d={toothPaths(each).occlusal}
        />
      ))}
      <path
        className={styles.line}
        data-free={shape === 'as-original' || undefined}
        d={places.map(({ on }, i) => `${i > 0 ? 'L' : 'M'}${on.x} ${on.depth}`).join('')}
      />
    </svg>
  );
}
