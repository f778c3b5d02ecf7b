/** What whoever is about to write is told: that it is open, or when they will be answered. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { timeZoneNow } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { desk } from '#web/lib/talk-view.ts';
import { expectText } from './say.ts';

export function Expect() {
  const { t } = useTranslation('desk');
  const now = useNow();
  const { data } = useQuery(desk());
  return data ? <span className="num">{expectText(t, data, { now, zone: timeZoneNow() })}</span> : null;
}
