/** By when a conversation is to be answered, or for how long that has been over. It moves with the minutes. */
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { answerClock } from '#events/desk/answer.ts';
import type { Hours } from '#events/desk/hours.ts';
import { currentTimeZone } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import styles from './desk.module.css';
import { clockText } from './say.ts';

type Props = {
  hours: Hours;
  /** When the oldest message without an answer came; milliseconds since 1970. */
  waitingSince: number;
};

export function AnswerClock({ hours, waitingSince }: Props) {
  const { t } = useTranslation('desk');
  const now = useNow();
  const { state } = answerClock({ waitingSince, now, hours });
  const text = clockText(t, hours, { now, since: waitingSince, zone: currentTimeZone() });
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
