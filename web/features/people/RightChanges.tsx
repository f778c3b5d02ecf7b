/** The newest switches of an organisation's rights, with their reasons. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#web/lib/format.ts';
import { Timeline } from '#web/ui/timeline.tsx';
import { rightChangesQuery } from './people-queries.ts';
import { useRightNameLookup } from './useRightNameLookup.ts';

export function RightChanges({ orgId }: { orgId: string }) {
  const { t } = useTranslation(['organisation', 'case']);
  const nameOf = useRightNameLookup();
  const { data: items = [] } = useQuery(rightChangesQuery(orgId));
  if (items.length === 0) return <p className="t-2">{t('organisation:switches.noChanges')}</p>;
  const entries = items.map(({ id, at, by, right, position, on, reason }) => ({
    ...{ id, time: formatMoment(at), dateTime: at, by: by.name, note: reason },
    title: t(on ? 'organisation:switches.given' : 'organisation:switches.taken', {
      right: nameOf(right),
      position: t(`case:position.${position}`),
    }),
  }));
  return <Timeline label={t('organisation:switches.changes')} days={[{ items: entries }]} />;
}
