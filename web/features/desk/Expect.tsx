/** What whoever is about to write is told: that it is open, or when they will be answered. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serviceDesk } from '#web/lib/chat-queries.ts';
import { currentTimeZone } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { expectText } from './say.ts';

export function Expect() {
  const { t } = useTranslation('desk');
  const now = useNow();
  const { data } = useQuery(serviceDesk());
  return data ? <span className="num">{expectText(t, data, { now, zone: currentTimeZone() })}</span> : null;
}
