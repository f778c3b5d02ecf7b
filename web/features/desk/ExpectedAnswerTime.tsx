/** Tells the writer of a message whether the desk is open, or when to expect an answer. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deskSettingsQuery } from '#web/lib/chat-queries.ts';
import { currentTimeZone } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { expectedAnswerText } from './answer-time-text.ts';

export function ExpectedAnswerTime() {
  const { t } = useTranslation('desk');
  const now = useNow();
  const { data } = useQuery(deskSettingsQuery());
  return data ? (
    <span className="num">{expectedAnswerText(t, data, { now, zone: currentTimeZone() })}</span>
  ) : null;
}
