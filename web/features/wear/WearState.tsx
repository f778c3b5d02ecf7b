/** On time, late, waiting or paused: icon, word and tone. */
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
import type { WearNow } from '#events/wear/wear-calendar.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import { isWearStateShown, type WearStateName, wearStateDisplay } from './wear-state-display.ts';

const icons: Record<WearStateName, LucideIcon> = {
  before: CalendarClock,
  worn: CircleCheck,
  today: RefreshCw,
  late: TriangleAlert,
  waiting: PackageOpen,
  held: CirclePause,
  done: CircleCheckBig,
  none: CircleDashed,
};

/** Hides "on time" while an aligner is missing: the notice about the loss replaces it. */
export function WearState({ now, missed }: { now: WearNow | null; missed: number }) {
  const { t } = useTranslation('wear');
  const standing = wearStateDisplay(now);
  const { mark, tone, asks, days } = standing;
  if (!isWearStateShown(standing, missed)) return null;
  const Icon = icons[mark];
  return (
    <StatusChip icon={<Icon />} tone={tone} soft={asks}>
      {t(mark === 'waiting' && days === 0 ? 'state.waitingNow' : `state.${mark}`, { count: days })}
    </StatusChip>
  );
}
