/** Holidays and working weekends: add, remove, undo. */
import { Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dayInZone } from '#events/case/calendar.ts';
import type { SpecialDay } from '#events/desk/hours.ts';
import { useNow } from '#web/lib/now.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AddSpecialDays } from './AddSpecialDays.tsx';
import { type DayRange, groupDayRanges } from './day-ranges.ts';
import styles from './desk.module.css';
import { addSpecialDays, removeSpecialDays } from './desk-commands.ts';

function Ranges({ ranges }: { ranges: readonly DayRange[] }) {
  const { t } = useTranslation('desk');
  const remove = async ({ name, days }: DayRange) => {
    if (!(await removeSpecialDays(days))) return;
    toast({
      text: t('days.removed', { name }),
      action: { label: t('days.undo'), onPress: () => void addSpecialDays(days) },
      seconds: 10,
    });
  };
  return (
    <ul className={styles.ranges}>
      {ranges.map(range => (
        <li key={range.first} className={styles.range}>
          <span className="num">
            {range.first}
            {range.last !== range.first && ` – ${range.last.slice(5)}`}
            {range.days.length > 1 && (
              <span className="t-small t-3"> {t('days.count', { count: range.days.length })}</span>
            )}
          </span>
          <span>{range.name}</span>
          <StatusChip tone={range.works ? 'warn' : 'neutral'} soft>
            {t(range.works ? 'days.worked' : 'days.holiday')}
          </StatusChip>
          <IconButton
            label={t('days.remove', { name: range.name })}
            icon={<Trash2 />}
            onPress={() => void remove(range)}
          />
        </li>
      ))}
    </ul>
  );
}

export function SpecialDaysPanel({ days, zone }: { days: readonly SpecialDay[]; zone: string }) {
  const { t } = useTranslation('desk');
  const today = dayInZone(zone, useNow());
  const ranges = groupDayRanges(days);
  const past = ranges.filter(({ last }) => last < today);
  const ahead = ranges.filter(({ last }) => last >= today);
  return (
    <Panel title={t('days.title')} count={ahead.length || undefined}>
      <AddSpecialDays />
      {ranges.length === 0 && <EmptyState title={t('days.empty')}>{t('days.emptyHow')}</EmptyState>}
      {ahead.length > 0 && <Ranges ranges={ahead} />}
      {past.length > 0 && (
        <Disclosure summary={t('days.past', { count: past.length })}>
          <Ranges ranges={past.toReversed()} />
        </Disclosure>
      )}
    </Panel>
  );
}
