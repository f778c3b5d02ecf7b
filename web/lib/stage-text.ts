/** The name of a stage within a sentence. For headings see `useStageNameFormatter`. */
import type { TFunction } from 'i18next';

/**
 * @param stage 0 is the start
 * @param list a target has no aligners: each stage after its start is its goal
 * @returns `start`, `aligner 8`, `goal`
 */
export function stageText(t: TFunction, stage: number, list: 'plans' | 'targets'): string {
  if (stage === 0) return t('case:at.start');
  return list === 'targets' ? t('case:at.goal') : t('case:at.aligner', { stage });
}
