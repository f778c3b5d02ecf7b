/** An attachment on the crown it is used on, from the chart's own curves. */
import type { Option } from '#events/case/options.ts';
import { sizeOf, toothPaths } from '#events/tooth/curves.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { ATTACHMENT_PATHS, type AttachmentShape } from '#web/features/tooth/MarkShapes.tsx';
import styles from './wizard.module.css';

const shown: Record<Option<'attachmentType'>, { shape: AttachmentShape; tooth: Fdi }> = {
  'vertical-rectangle': { shape: 'rectVertical', tooth: 13 },
  'horizontal-rectangle': { shape: 'rectHorizontal', tooth: 14 },
  'beveled-extrusion': { shape: 'bevelHorizontal', tooth: 12 },
  rotation: { shape: 'rotation', tooth: 13 },
  ellipsoid: { shape: 'ellipse', tooth: 12 },
  'root-control': { shape: 'root', tooth: 11 },
  'beveled-retention': { shape: 'bevelVertical', tooth: 14 },
};

export function AttachmentPicture({ type }: { type: Option<'attachmentType'> }) {
  const { shape, tooth } = shown[type];
  const { width, crown } = sizeOf(tooth);
  const half = width / 2 + 0.6;
  return (
    <svg
      className={styles.attachment}
      viewBox={`${-half} ${-crown - 0.6} ${half * 2} ${crown + 1.2}`}
      aria-hidden="true"
    >
      <path className={styles.crown} d={toothPaths(tooth).crown} />
      <path
        className={styles.shape}
        transform={`translate(0 ${-crown * 0.52})`}
        d={ATTACHMENT_PATHS[shape]}
      />
    </svg>
  );
}
