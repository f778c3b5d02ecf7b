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
import { type Mark, saysState, standingOf } from './standing.ts';

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

/** Shows nothing where the wear goes by its calendar while an aligner is missing: the notice of the loss says how it is. */
export function WearState({ now, missed }: { now: WearNow | null; missed: number }) {
  const { t } = useTranslation('wear');
  const standing = standingOf(now);
  const { mark, tone, asks, days } = standing;
  if (!saysState(standing, missed)) return null;
  const Icon = icons[mark];
  return (
    <StatusChip icon={<Icon />} tone={tone} soft={asks}>
      {t(mark === 'waiting' && days === 0 ? 'state.waitingNow' : `state.${mark}`, { count: days })}
    </StatusChip>
  );
}
