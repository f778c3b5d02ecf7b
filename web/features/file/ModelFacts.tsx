/** Findings about a model as text, before its upload and in its case. */
import { useTranslation } from 'react-i18next';
import type { RecordedModelFindings } from '#events/file/recorded-model-findings.ts';
import type { ModelFindings } from '#workers/mesh/preview.ts';
import styles from './file.module.css';
import { modelDoubtTexts } from './model-doubts.ts';

type BeforeSending = Partial<Pick<ModelFindings, 'inward' | 'repeats' | 'trailing'>>;

export type ModelFactsProps = {
  triangles: number;
  /** Side lengths of the model's bounding box, mm. */
  size: readonly number[];
  /**
   * Undefined for models from before findings were stored. The fields of `BeforeSending` exist only before
   * the upload.
   */
  found?:
    | (Omit<RecordedModelFindings, 'unit'> & { unit?: RecordedModelFindings['unit'] } & BeforeSending)
    | undefined;
  /** Also shows the deviation of the preview. */
  preview?: boolean;
};

/** Number of rims that are no hole, because a scan is open at its base. */
const footRims = 1;
/** Deviations of the preview below this (µm) are not shown. */
const none = 0.05;

function Doubts({ found }: { found: NonNullable<ModelFactsProps['found']> }) {
  const { t } = useTranslation('file');
  return modelDoubtTexts(t, found).map(doubt => (
    <p key={doubt} className={styles.doubt} role="status">
      {doubt}
    </p>
  ));
}

function PreviewFacts({ found }: { found: RecordedModelFindings | NonNullable<ModelFactsProps['found']> }) {
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
