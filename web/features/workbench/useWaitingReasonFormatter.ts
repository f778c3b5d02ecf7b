/** The reason why a case waits, in one line: person, action and amount (UI.md 7, 15). */

import { useTranslation } from 'react-i18next';
import type { CaseListItem } from '#projections/caseList/item.ts';
import { noteText } from '#web/lib/note-text.ts';

const named = 3;

export function useWaitingReasonFormatter(): (item: CaseListItem) => string {
  const { t } = useTranslation(['workbench', 'rx']);
  return item => {
    const said = noteText(t, item, true);
    if (said) return said;
    if (item.missing.length > 0) {
      const list = item.missing.slice(0, named).map(field => t(`rx:missing.${field}`));
      const count = item.missing.length - list.length;
      return t(count > 0 ? 'workbench:reason.missingMore' : 'workbench:reason.missing', {
        list: list.join(t('workbench:comma')),
        count,
      });
    }
    if (item.planVersion && item.stages)
      return t('workbench:reason.plan', {
        version: item.planVersion,
        upper: item.stages.upper,
        lower: item.stages.lower,
      });
    return [item.clinic, item.owner.name].filter(Boolean).join(' · ');
  };
}
