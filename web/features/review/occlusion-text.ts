/** The measured occlusion over the stages as text, shared by the report page, the PDF and shared links. */
import type { TFunction } from 'i18next';
import { lastStage, type PlanBundle } from '#events/plan/bundle.ts';
import type { OcclusionByStage } from '#events/plan/occlusion.ts';
import { posterStagesOfReport } from '#events/share/shared-bundle.ts';
import { formatSignedTenths, formatTenths } from '#web/case/plan-value-text.ts';

/** Undefined during the measurement, null if it failed. */
export type MeasuredOcclusion = readonly OcclusionByStage[] | null | undefined;

type Words = { note?: string; lines: string[]; table?: { head: string[]; rows: string[][] } };

/**
 * Each measure at the stages of the report's pictures, and the change between both ends; measures that lack a
 * tooth name it.
 */
export function occlusionText(t: TFunction, bundle: PlanBundle, occlusion: MeasuredOcclusion): Words {
  if (!occlusion) return { lines: [t(`review:measure.${occlusion === null ? 'none' : 'busy'}`)] };
  const last = lastStage(bundle);
  const stages = posterStagesOfReport(last).map(({ stage }) => stage);
  const headOf = (stage: number) => {
    if (stage === 0) return t('review:report.picture.start');
    return stage === last ? t('review:report.picture.goal') : t('review:report.atAligner', { stage });
  };
  const name = ({ measure }: OcclusionByStage) => t(`review:measure.${measure}`);
  const rows = occlusion.flatMap(one => {
    const { values } = one;
    if (!values) return [];
    const at = (stage: number) => values[stage] ?? 0;
    return [
      [name(one), ...stages.map(stage => formatTenths(at(stage))), formatSignedTenths(at(last) - at(0))],
    ];
  });
  const lines = occlusion
    .filter(({ values }) => !values)
    .map(one =>
      [name(one), t('review:measure.missing', { teeth: one.missing.join(', ') })].join(
        t('review:report.colon'),
      ),
    );
  if (rows.length === 0) return { lines };
  const head = [t('review:measure.what'), ...stages.map(headOf), t('review:report.change')];
  return { note: t('review:report.occlusionNote'), lines, table: { head, rows } };
}
