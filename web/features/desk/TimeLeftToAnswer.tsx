/** Time left for an answer to a conversation, or time overdue; updated every minute. */
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { computeAnswerClock } from '#events/desk/answer.ts';
import type { DeskHours } from '#events/desk/hours.ts';
import { currentTimeZone } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { answerClockText } from './answer-time-text.ts';
import styles from './desk.module.css';

type Props = {
  hours: DeskHours;
  /** Arrival of the oldest unanswered message; milliseconds since 1970. */
  waitingSince: number;
};

export function TimeLeftToAnswer({ hours, waitingSince }: Props) {
  const { t } = useTranslation('desk');
  const now = useNow();
  const { state } = computeAnswerClock({ waitingSince, now, hours });
  const text = answerClockText(t, hours, { now, since: waitingSince, zone: currentTimeZone() });
  return (
    <span
      className={`num ${styles.clock}`}
      data-tone={state === 'over' ? 'danger' : 'warn'}
      data-state={state}
    >
      <Clock aria-hidden="true" />
      <span className="visually-hidden">{t('clock.label', { text })}</span>
      <span aria-hidden="true">{text}</span>
    </span>
  );
}
