/** Names of rights and actions in the page's language. Unlike the captions of buttons, they do not depend on a case. */
import { useTranslation } from 'react-i18next';

/** Returns a function from a right to its name in the page's language. */
export function useRightNameLookup(): (right: string) => string {
  const { t } = useTranslation(['people', 'case']);
  return right => t([`people:right.${right}`, `case:action.${right}`]);
}
