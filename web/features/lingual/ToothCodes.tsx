/** A tooth in occlusal view with the parts of its codes, drawn from the tooth chart's curves. */
import { memo } from 'react';
import type { BracketCode } from '#events/lingual/codes.ts';
import { toothPaths, toothSizeOf } from '#events/tooth/curves.ts';
import { archOf, type Fdi } from '#events/tooth/fdi.ts';
import styles from './lingual.module.css';

/** Half-axes of the tooth, and the lingual direction on screen: 1 down, -1 up. */
type Frame = { x: number; y: number; inward: 1 | -1 };

const shapes: Record<BracketCode, (frame: Frame) => { d: string; className?: string }> = {
  B: ({ y, inward }) => ({
    d: `M-1.4 ${inward * (y - 2.6)}h2.8v${inward * 1.8}h-2.8Z`,
    className: styles.solid,
  }),
  H: ({ y, inward }) => ({ d: `M1.4 ${inward * (y - 1.2)}h1.5v${inward * 1.7}h-1.3` }),
  T: ({ y, inward }) => ({ d: `M-2.6 ${inward * (y - 2.8)}h5.2v${inward * 1.5}h-5.2Z` }),
  R: ({ x, y }) => ({ d: ellipse(x * 1.02, y * 1.02), className: styles.band }),
  E: ({ x, y }) => ({ d: `M${-x} ${-y}L${x} ${y}M${x} ${-y}L${-x} ${y}`, className: styles.cross }),
  M: () => ({ d: '' }),
  W: ({ x, y }) => ({ d: ellipse(x * 1.2, y * 1.2), className: styles.wrap }),
  P: ({ x, y, inward }) => ({
    d: `M${-x * 1.2} 0A${x * 1.2} ${y * 1.2} 0 0 ${inward > 0 ? 0 : 1} ${x * 1.2} 0`,
    className: styles.wrap,
  }),
};

const ellipse = (x: number, y: number) => `M${-x} 0A${x} ${y} 0 1 0 ${x} 0A${x} ${y} 0 1 0 ${-x} 0Z`;

type Props = { tooth: Fdi; codes: string };

export const ToothCodes = memo(function ToothCodes({ tooth, codes }: Props) {
  const { width, depth } = toothSizeOf(tooth);
  const frame: Frame = { x: width / 2, y: depth / 2, inward: archOf(tooth) === 'upper' ? 1 : -1 };
  return (
    <svg className={styles.tooth} viewBox="-6.8 -6.8 13.6 13.6" aria-hidden="true">
      <path
        className={styles.crown}
        data-gone={codes === 'M' || codes === 'E' ? codes : undefined}
        d={toothPaths(tooth).occlusal}
      />
      {([...codes] as BracketCode[]).map(code => {
        const { d, className } = shapes[code](frame);
        return d && <path key={code} className={className ?? styles.part} d={d} />;
      })}
    </svg>
  );
});
