/** Names of stages. A target has no aligners, only start and goal. */
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';

/** Whether a target is shown: a single step, from the scan to the goal. */
export const IsTargetContext = createContext(false);

/** Returns a function from a stage to its name: the start, an aligner, or a target's goal. */
export function useStageNameFormatter(): (stage: number) => string {
  const { t } = useTranslation('viewer');
  const ofTarget = useContext(IsTargetContext);
  return stage => {
    if (stage === 0) return t('refStart');
    return ofTarget ? t('goal') : t('refStage', { stage });
  };
}
