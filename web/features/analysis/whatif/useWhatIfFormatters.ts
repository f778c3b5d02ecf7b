/** Words of comparisons: versions, read models, events, outcomes. */
import { useTranslation } from 'react-i18next';
import type { ShownEvent, ShownViewCounts, WhatIfItem } from '#services/api/answers.ts';

/** The log's name is the same in all positions of a page. */
const numberOf = (position: string) => position.slice(position.indexOf('-') + 1);

/** Returns the number of rows that differ, in all views. */
export const countDifferences = (views: readonly ShownViewCounts[]): number =>
  views.reduce((sum, { differ, onlyHere, onlyThere }) => sum + differ + onlyHere + onlyThere, 0);

export function useWhatIfFormatters() {
  const { t, i18n } = useTranslation('analysis');
  const numbers = new Intl.NumberFormat(i18n.language);
  const number = (count: number) => numbers.format(count);
  return {
    t,
    number,
    version: ({ version }: Pick<WhatIfItem, 'version'>) => version ?? t('whatif.same'),
    /** Views of another version may have other names. */
    view: (view: string) => t(`whatif.view.${view}`, { defaultValue: view }),
    type: (type: string) => t(`log.type.${type}`, { defaultValue: type }),
    position: ({ position }: Pick<ShownEvent, 'position'>) => `#${numberOf(position)}`,
    outcome: ({ state, failure, result }: WhatIfItem) => {
      if (failure) return t(`whatif.failure.${failure}`);
      if (!result) return t(`whatif.state.${state}`);
      const count = countDifferences(result.views);
      return count === 0
        ? t('whatif.noDifference')
        : t('whatif.differences', { count, number: number(count) });
    },
  };
}
