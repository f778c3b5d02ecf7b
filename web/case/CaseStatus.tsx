/**
 * A status as icon, word and tone. The soft chip appears only if the case waits for this person (UI.md 7,
 * 12).
 */
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
import { type Status, type StatusIcon, statuses } from '#events/case/status.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import type { Tone } from '#web/ui/theme.ts';

const icons: Record<StatusIcon, LucideIcon> = {
  draft: CircleDashed,
  inbox: Inbox,
  question: Diamond,
  machine: Cog,
  design: PencilRuler,
  review: ClipboardCheck,
  package: Package,
  back: RotateCcw,
  share: Share2,
  truck: Truck,
  received: PackageCheck,
  done: CircleCheck,
  pause: CirclePause,
};

/** Returns `warn` only for the person for whom the case waits; others get the quiet tone. */
function statusTone(status: Status, waits: boolean): Tone {
  if (isUrgent(status, waits)) return 'warn';
  const { tone, quiet = tone } = statuses[status];
  return quiet === 'danger' ? 'dangerOutline' : quiet;
}

type Props = {
  status: Status;
  statusWord: string;
  waits: boolean;
  note?: string | null;
  /** Without the chip's background, for lists in which everything waits. */
  plain?: boolean;
};

/** A draft waits only for its author, so it is not urgent. */
const isUrgent = (status: Status, waits: boolean): boolean => waits && !statuses[status].computed;

export function CaseStatus({ status, statusWord, waits, note, plain = false }: Props) {
  const { t } = useTranslation('case');
  const Icon = icons[statuses[status].icon];
  return (
    <StatusChip
      icon={<Icon />}
      tone={statusTone(status, waits)}
      soft={isUrgent(status, waits) && !plain}
      note={note ?? undefined}
    >
      {t(`status.${statusWord.replace('.', '_')}`)}
    </StatusChip>
  );
}
