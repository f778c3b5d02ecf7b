/** The status of an order as a chip. */
import { CircleCheck, Hammer, PackageCheck, Truck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RetainerStatus } from '#events/retainer/retainer.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import type { Tone } from '#web/ui/theme.ts';

const looks: Record<RetainerStatus, { tone: Tone; icon: ReactNode }> = {
  0: { tone: 'neutral', icon: <Hammer /> },
  1: { tone: 'info', icon: <Hammer /> },
  2: { tone: 'violet', icon: <PackageCheck /> },
  3: { tone: 'warn', icon: <Truck /> },
  4: { tone: 'ok', icon: <CircleCheck /> },
};

export function RetainerStatusChip({ status }: { status: RetainerStatus }) {
  const { t } = useTranslation('case');
  return <StatusChip {...looks[status]}>{t(`retainer.status.${status}`)}</StatusChip>;
}
