/** Recent events of the cases that this person sees. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryItem } from '#projections/history/item.ts';
import { eventLine, eventTone } from '#web/case/event-line.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { dayOf, timeOf } from '#web/lib/format.ts';
import { hasLiveUpdates, useSocketStatus } from '#web/lib/live-state.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Timeline } from '#web/ui/timeline.tsx';

/** Events of editing a draft are not news. */
const ignoredEvents: readonly string[] = [
  'CaseCreated',
  'SectionSaved',
  'FileAttached',
  'FileRemoved',
  'FilesMoved',
];
const maxLines = 12;

/** `past`: the events are those of a past moment. */
type Props = { items: HistoryItem[]; fresh: ReadonlySet<string>; now: number; past: boolean };

type Line = { item: HistoryItem; earlier: number };

/** The newest event per case, with the number of earlier ones; cases in the order of their newest events. */
export function newestEventPerCase(items: readonly HistoryItem[]): Line[] {
  const news = items.filter(item => !ignoredEvents.includes(item.type));
  return [...Map.groupBy(news, item => item.caseId).values()].flatMap(([item, ...earlier]) =>
    item ? [{ item, earlier: earlier.length }] : [],
  );
}

/** Holds the lines while the pointer or the focus is on them: new events are shown afterwards. */
function useHeldWhileUsed(items: HistoryItem[]) {
  const [held, setHeld] = useState<HistoryItem[] | null>(null);
  const [over, setOver] = useState({ pointer: false, focus: false });
  const isUsed = over.pointer || over.focus;
  if (isUsed && held === null) setHeld(items);
  if (!isUsed && held !== null) setHeld(null);
  return {
    shown: held ?? items,
    late: held === null ? 0 : items.filter(item => !held.some(one => one.id === item.id)).length,
    use: {
      onPointerEnter: () => setOver(was => ({ ...was, pointer: true })),
      onPointerLeave: () => setOver(was => ({ ...was, pointer: false })),
      onFocus: () => setOver(was => ({ ...was, focus: true })),
      onBlur: () => setOver(was => ({ ...was, focus: false })),
    },
  };
}

export function EventFeed({ items, fresh, now, past }: Props) {
  const { t } = useTranslation(['workbench', 'case', 'rx']);
  const live = hasLiveUpdates(useSocketStatus()) && !past;
  const { shown, late, use } = useHeldWhileUsed(items);
  const news = newestEventPerCase(shown).slice(0, maxLines);
  const days = Map.groupBy(news, ({ item }) => dayOf(item.at));
  return (
    <div {...use}>
      <Panel title={t('workbench:live')} live={live ? t('workbench:liveDot') : undefined}>
        {late > 0 && <p className="t-small t-2">{t('workbench:late', { count: late })}</p>}
        {news.length === 0 ? (
          <p className="t-2">{t('workbench:quiet')}</p>
        ) : (
          <Timeline
            label={t('workbench:live')}
            compact
            days={[...days].map(([day, list]) => ({
              heading: day === dayOf(now) ? t('workbench:today') : day,
              dateTime: day,
              items: list.map(({ item, earlier }) => ({
                id: item.position,
                time: timeOf(item.at),
                dateTime: item.at,
                tone: eventTone(item),
                title: `${item.caseId} ${eventLine(item, t)}`,
                by: actorName(item.by, t),
                note: earlier > 0 ? t('workbench:earlier', { count: earlier }) : undefined,
                href: `/caseDetail?id=${item.caseId}`,
                fresh: fresh.has(item.caseId),
              })),
            }))}
          />
        )}
      </Panel>
    </div>
  );
}
