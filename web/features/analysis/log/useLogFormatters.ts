/** Words of the LOG: people by position and pseudonym, types of events, numbers of events. */
import { useTranslation } from 'react-i18next';
import type { LogItem } from './log-window.ts';

type Actor = LogItem['by'];

export function useLogFormatters() {
  const { t, i18n } = useTranslation(['analysis', 'case']);
  const numbers = new Intl.NumberFormat(i18n.language);
  const words = ['system', 'patient'];
  return {
    t,
    number: (count: number) => numbers.format(count),
    events: (count: number) => t('analysis:log.events', { count, number: numbers.format(count) }),
    type: (type: string) => t(`analysis:log.type.${type}`),
    actor: ({ pseudonym, position }: Actor) =>
      words.includes(pseudonym)
        ? t(`analysis:log.actor.${pseudonym}`)
        : t(position === null ? 'analysis:log.actor.gone' : `case:position.${position}`),
    /** Undefined for the system and for patients, who have no pseudonym. */
    pseudonym: ({ pseudonym }: Actor) => (words.includes(pseudonym) ? undefined : pseudonym),
    status: ({ to }: LogItem) => (to === null ? '' : t(`case:status.${to}`)),
  };
}
