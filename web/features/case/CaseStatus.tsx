/** A status as icon, word and tone; the soft chip only where the case waits for this person (UI.md 7, 12). */
import {
  CircleCheck,
  CircleDashed,
  CirclePause,
  ClipboardCheck,
  Cog,
  Diamond,
  Inbox,
  type LucideIcon,
  Package,
  PackageCheck,
  PencilRuler,
  RotateCcw,
  Share2,
  Truck,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type Status, statuses } from '#events/case/status.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import type { Tone } from '#web/ui/theme.ts';

const icons: Record<Status, LucideIcon> = {
  0: CircleDashed,
  1: CircleDashed,
  2: CircleDashed,
  3: CircleDashed,
  4: CircleDashed,
  5: CircleDashed,
  6: CircleDashed,
  7: CircleDashed,
  8: CircleDashed,
  9: CircleDashed,
  22: CircleDashed,
  10: Inbox,
  11: Diamond,
  12: Cog,
  13: PencilRuler,
  14: ClipboardCheck,
  15: ClipboardCheck,
  16: Package,
  17: Package,
  18: RotateCcw,
  19: RotateCcw,
  20: RotateCcw,
  21: Share2,
  23: Truck,
  24: CircleCheck,
  25: PackageCheck,
  26: RotateCcw,
  27: Cog,
  28: PencilRuler,
  29: ClipboardCheck,
  30: PackageCheck,
  33: CirclePause,
};

/** What a status reads like while it waits for somebody else: `warn` is only for the person it waits for. */
const quiet: Partial<Record<Status, Tone>> = {
  11: 'violet',
  14: 'violet',
  15: 'violet',
  18: 'violet',
  19: 'violet',
  20: 'neutral',
  29: 'violet',
};

export function statusTone(status: Status, waits: boolean): Tone {
  if (waits) return 'warn';
  if (status === 33) return 'dangerOutline';
  return quiet[status] ?? statuses[status].tone;
}

type Props = { status: Status; statusWord: string; waits: boolean; note?: string | null };

export function CaseStatus({ status, statusWord, waits, note }: Props) {
  const { t } = useTranslation('case');
  const Icon = icons[status];
  return (
    <StatusChip icon={<Icon />} tone={statusTone(status, waits)} soft={waits} note={note ?? undefined}>
      {t(`status.${statusWord.replace('.', '_')}`)}
    </StatusChip>
  );
}
