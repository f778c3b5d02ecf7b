/** A line drawing of the picture that belongs in an empty slot. */
import type { Slot } from '#events/case/options.ts';
import styles from './wizard.module.css';

const frontal = 'M22 6c8 0 12 6 12 14 0 9-5 18-12 18S10 29 10 20C10 12 14 6 22 6zM16 19h3M25 19h3M22 21v6h-2';
const rows =
  'M6 15c10-4 22-4 32 0v14c-10 4-22 4-32 0zM6 22h32M13 13.4V30.6M19 12.3v19.4M25 12.3v19.4M31 13.4v17.2';

const paths: Partial<Record<Slot, string>> = {
  'face-frontal': `${frontal}M18 32h8`,
  'face-smile': `${frontal}M16 30c3 3.6 9 3.6 12 0z`,
  'face-profile': 'M16 7c9-2 15 3 15 11l4 6-4 2v4c0 4-3 5-7 4v5M16 7c-5 4-6 12-2 18v12',
  'mouth-right': 'M8 15c9-4 19-4 28-1v16c-9 3-19 3-28-1zM8 22h28M14 13v18M21 12v20M29 12.4v19.2',
  'mouth-frontal': rows,
  'mouth-left': 'M36 15c-9-4-19-4-28-1v16c9 3 19 3 28-1zM36 22H8M30 13v18M23 12v20M15 12.4v19.2',
  'mouth-upper': 'M6 34C6 14 13 8 22 8s16 6 16 26M14 34c0-12 3-18 8-18s8 6 8 18',
  'mouth-lower': 'M6 10c0 20 7 26 16 26s16-6 16-26M14 10c0 12 3 18 8 18s8-6 8-18',
  panoramic:
    'M5 16c8-6 26-6 34 0v8c-6 10-28 10-34 0zM10 20c7 3 17 3 24 0M14 17v6M18 16v8M22 16v8M26 16v8M30 17v6',
  lateral:
    'M10 18c0-8 6-12 13-12s12 5 12 12l-1 6 1 3-3 1v5c-2 3-6 3-9 1l-3 3M10 18c0 6 3 8 5 10v10M24 24l8 1',
};

export function SlotPicture({ slot }: { slot: Slot }) {
  return (
    <svg className={styles.slotPicture} viewBox="0 0 44 44" aria-hidden="true">
      <path d={paths[slot] ?? rows} />
    </svg>
  );
}
