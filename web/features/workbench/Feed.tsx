/** What has just happened on the cases that this person sees. */
import { useTranslation } from 'react-i18next';
import type { HistoryItem } from '#projections/history/item.ts';
import { actorName, eventLine, eventTone } from '#web/features/case/event-line.ts';
import { dayOf, timeOf } from '#web/lib/format.ts';
import { isLive, useConnection } from '#web/lib/live.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Timeline } from '#web/ui/timeline.tsx';

/** Filling in a draft is no news: what moved a case is. */
const quiet: readonly string[] = ['CaseCreated', 'SectionSaved', 'FileAttached', 'FileRemoved', 'FilesMoved'];
const shown = 12;

type Props = { items: HistoryItem[]; fresh: ReadonlySet<string>; now: number };

export function Feed({ items, fresh, now }: Props) {
  const { t } = useTranslation(['workbench', 'case', 'rx']);
  const live = isLive(useConnection());
  const news = items.filter(item => !quiet.includes(item.type)).slice(0, shown);
  const days = Map.groupBy(news, item => dayOf(item.at));
  return (
    <Panel title={t('workbench:live')} live={live ? t('workbench:liveDot') : undefined}>
      {news.length === 0 ? (
        <p className="t-2">{t('workbench:quiet')}</p>
      ) : (
        <Timeline
          label={t('workbench:live')}
          compact
          days={[...days].map(([day, list]) => ({
            heading: day === dayOf(now) ? t('workbench:today') : day,
            dateTime: day,
            items: list.map(item => ({
              id: item.position,
              time: timeOf(item.at),
              dateTime: item.at,
              tone: eventTone(item),
              title: `${item.caseId} ${eventLine(item, t)}`,
              by: actorName(item.by, t),
              href: `/caseDetail?id=${item.caseId}`,
              fresh: fresh.has(item.caseId),
            })),
          }))}
        />
      )}
    </Panel>
  );
}
