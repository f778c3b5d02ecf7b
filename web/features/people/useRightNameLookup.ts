/** Names of rights and actions in the page's language, apart from a case: a caption of a button may need its case. */
import { useTranslation } from 'react-i18next';

/** Returns a function from a right to its name in the page's language. */
export function useRightNameLookup(): (right: string) => string {
  const { t } = useTranslation(['people', 'case']);
  return right => t([`people:right.${right}`, `case:action.${right}`]);
}
