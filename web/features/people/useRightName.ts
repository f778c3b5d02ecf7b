/** Names menu rights and actions in the page's language. */
import { useTranslation } from 'react-i18next';
import { actionNames } from '#events/case/rules.ts';

export function useRightName(): (right: string) => string {
  const { t } = useTranslation(['people', 'case']);
  return right =>
    actionNames.some(action => action === right) ? t(`case:action.${right}`) : t(`people:right.${right}`);
}
