/** The case's history: every event with person and time; selecting one shows the case at that moment. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryItem } from '#projections/history/item.ts';
import { eventLine, eventTone, groupConsecutiveFiles } from '#web/case/event-line.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { dayOf, timeOf } from '#web/lib/format.ts';
import { hasLiveUpdates, useSocketStatus } from '#web/lib/live-state.ts';
import { noteText } from '#web/lib/note-text.ts';
import { FilterChoicePills } from '#web/ui/filter-chips.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import styles from './case.module.css';

const kinds = {
  all: () => true,
  plan: (e: HistoryItem) => /^(Plan|Target|ReturnedToDesign)/.test(e.type),
  files: (e: HistoryItem) => /^(File|Scans|Models)/.test(e.type),
} as const;
type Kind = keyof typeof kinds;

type Props = {
  items: readonly HistoryItem[];
  asOf: string | undefined;
  hrefOf: (position: string | null) => string;
};

export function HistoryPanel({ items, asOf, hrefOf }: Props) {
  const { t } = useTranslation(['case', 'rx', 'caseDetail']);
  const live = hasLiveUpdates(useSocketStatus());
  const [kind, setKind] = useState<Kind>('all');
  const shown = items.filter(kinds[kind]).toReversed();
  const days = Map.groupBy(shown, item => dayOf(item.at));
  const newest = items.at(-1)?.id;
  return (
    <Panel
      id="progress"
      title={t('case:history.title')}
      count={items.length}
      live={asOf || !live ? undefined : t('caseDetail:live')}
      className={styles.history}
    >
      <FilterChoicePills
        label={t('case:history.title')}
        value={kind}
        onChange={value => setKind(value as Kind)}
        options={(Object.keys(kinds) as Kind[]).map(k => ({
          value: k,
          label: t(`case:history.${k}`),
          count: items.filter(kinds[k]).length,
        }))}
      />
      {shown.length === 0 ? (
        <p className="t-2">{t('case:history.empty')}</p>
      ) : (
        <Timeline
          label={t('case:history.title')}
          days={[...days].map(([day, list]) => ({
            heading: day,
            dateTime: day,
            items: groupConsecutiveFiles(list).map(({ item, files }) => ({
              id: item.id,
              time: timeOf(item.at),
              dateTime: item.at,
              tone: eventTone(item),
              solid: item.to !== null,
              title: files > 1 ? t('caseDetail:filesAdded', { count: files }) : eventLine(item, t),
              by: actorName(item.by, t),
              note: noteText(t, item) || undefined,
              fresh: item.id === newest && !asOf,
              href: hrefOf(item.position),
            })),
          }))}
        />
      )}
    </Panel>
  );
}
