/** Words of the LOG: people by position and pseudonym, types of events, numbers of events. */
import { useTranslation } from 'react-i18next';
import type { LogItem } from './log-window.ts';

type Actor = LogItem['by'];

export function useLogWords() {
  const { t, i18n } = useTranslation(['analysisLog', 'case']);
  const numbers = new Intl.NumberFormat(i18n.language);
  const words = ['system', 'patient'];
  return {
    t,
    number: (count: number) => numbers.format(count),
    events: (count: number) => t('analysisLog:events', { count, number: numbers.format(count) }),
    type: (type: string) => t(`analysisLog:type.${type}`),
    actor: ({ pseudonym, position }: Actor) =>
      words.includes(pseudonym)
        ? t(`analysisLog:actor.${pseudonym}`)
        : t(position === null ? 'analysisLog:actor.gone' : `case:position.${position}`),
    /** Undefined for the system and patients, who have none. */
    pseudonym: ({ pseudonym }: Actor) => (words.includes(pseudonym) ? undefined : pseudonym),
    status: ({ to }: LogItem) => (to === null ? '' : t(`case:status.${to}`)),
  };
}
