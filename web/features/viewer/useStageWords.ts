/** How a stage is called: a target has none that anybody wears, only the start and the goal. */
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether what is shown is a target position: one step, from the scan to the goal. */
export const IsTarget = createContext(false);

/** @returns the words of a stage: the start, an aligner, or of a target the goal */
export function useStageWords(): (stage: number) => string {
  const { t } = useTranslation('viewer');
  const ofTarget = useContext(IsTarget);
  return stage => {
    if (stage === 0) return t('refStart');
    return ofTarget ? t('goal') : t('refStage', { stage });
  };
}
