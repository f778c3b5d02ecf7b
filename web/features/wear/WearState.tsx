/** On time, days late, waiting, held: picture, word and tone. */
import {
  CalendarClock,
  CircleCheck,
  CircleCheckBig,
  CircleDashed,
  CirclePause,
  type LucideIcon,
  PackageOpen,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { WearNow } from '#events/wear/wear.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import { type Mark, standingOf } from './standing.ts';

const icons: Record<Mark, LucideIcon> = {
  before: CalendarClock,
  worn: CircleCheck,
  today: RefreshCw,
  late: TriangleAlert,
  waiting: PackageOpen,
  held: CirclePause,
  done: CircleCheckBig,
  none: CircleDashed,
};

export function WearState({ now }: { now: WearNow | null }) {
  const { t } = useTranslation('wear');
  const { mark, tone, asks, days } = standingOf(now);
  const Icon = icons[mark];
  return (
    <StatusChip icon={<Icon />} tone={tone} soft={asks}>
      {t(mark === 'waiting' && days === 0 ? 'state.waitingNow' : `state.${mark}`, { count: days })}
    </StatusChip>
  );
}
