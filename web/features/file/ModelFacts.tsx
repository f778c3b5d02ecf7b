/** What was found of a model, in words: before it is sent, and in its case. */
import { useTranslation } from 'react-i18next';
import type { ModelFound } from '#events/file/model-found.ts';
import type { ModelFindings } from '#workers/mesh/preview.ts';
import { doubtWords } from './doubt-words.ts';
import styles from './file.module.css';

type BeforeSending = Partial<Pick<ModelFindings, 'inward' | 'repeats' | 'trailing'>>;

export type ModelFactsProps = {
  triangles: number;
  /** Length of each side, mm. */
  size: readonly number[];
  /** Absent for models read before findings were kept. The fields of `BeforeSending` are known only before the upload. */
  found?: (Omit<ModelFound, 'unit'> & { unit?: ModelFound['unit'] } & BeforeSending) | undefined;
  /** Says as well how near the preview is. */
  preview?: boolean;
};

/** A scan is open at its foot: the first rim is no hole. */
const footRims = 1;
/** µm that round to none. */
const none = 0.05;

function Doubts({ found }: { found: NonNullable<ModelFactsProps['found']> }) {
  const { t } = useTranslation('file');
  return doubtWords(t, found).map(doubt => (
    <p key={doubt} className={styles.doubt} role="status">
      {doubt}
    </p>
  ));
}

function PreviewFacts({ found }: { found: ModelFound | NonNullable<ModelFactsProps['found']> }) {
  const { t } = useTranslation('file');
  const { kept, deviation, fallback } = found;
  const [mean, p99, max] = [deviation.mean, deviation.p99, deviation.max].map(um => um.toFixed(1));
  const near =
    deviation.max < none
      ? t('found.whole')
      : t('found.preview', { kept: kept.toLocaleString('en'), mean, p99, max });
  return (
    <span className={`num t-small t-2 ${styles.said}`}>
      {near}
      {fallback && ` ${t(`found.fallback.${fallback}`)}`}
    </span>
  );
}

export function ModelFacts({ triangles, size, found, preview }: ModelFactsProps) {
  const { t } = useTranslation('file');
  const [x, y, z] = size.map(side => side.toFixed(1));
  const said = [
    t('found.size', { x, y, z }),
    t('found.triangles', { count: triangles, triangles: triangles.toLocaleString('en') }),
    found && found.components > 1 && t('found.pieces', { count: found.components }),
    found && found.rims > footRims && t('found.holes', { count: found.rims - footRims }),
  ];
  return (
    <>
      <span className={`num t-small t-2 ${styles.said}`}>{said.filter(Boolean).join(t('found.comma'))}</span>
      {found && preview && <PreviewFacts found={found} />}
      {found && <Doubts found={found} />}
    </>
  );
}
