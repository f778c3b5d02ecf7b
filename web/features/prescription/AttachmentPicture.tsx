/** Draws an attachment on a typical crown, with the tooth chart's curves. */
import type { Option } from '#events/case/options.ts';
import { toothPaths, toothSizeOf } from '#events/tooth/curves.ts';
import type { Fdi } from '#events/tooth/fdi.ts';
import { ATTACHMENT_PATHS, attachmentShapeByType } from '#web/features/tooth/MarkShapes.tsx';
import styles from './prescription.module.css';

/** The tooth on which each attachment type is shown. */
const toothOfType: Record<Option<'attachmentType'>, Fdi> = {
  'vertical-rectangle': 13,
  'horizontal-rectangle': 14,
  'beveled-extrusion': 12,
  rotation: 13,
  ellipsoid: 12,
  'root-control': 11,
  'beveled-retention': 14,
};

export function AttachmentPicture({ type }: { type: Option<'attachmentType'> }) {
  const tooth = toothOfType[type];
  const { width, crown } = toothSizeOf(tooth);
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
        d={ATTACHMENT_PATHS[attachmentShapeByType[type]]}
      />
    </svg>
  );
}
