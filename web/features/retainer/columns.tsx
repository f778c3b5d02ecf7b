/** Columns of the list of retainer orders. */
import type { TFunction } from 'i18next';
import type { RetainerListItem } from '#projections/retainers/view.ts';
import { hrefAtMoment } from '#web/features/past/past-moment-context.ts';
import { dayOf } from '#web/lib/format.ts';
import { Link } from '#web/ui/link.tsx';
import type { TableColumn } from '#web/ui/table.tsx';
import { RetainerStatusChip } from './RetainerStatusChip.tsx';
import { RetainerStepButton } from './RetainerStepButton.tsx';
import styles from './retainer.module.css';

const nothing = <span className="t-3">–</span>;

/** Time of the retainer order's last step. */
const lastStepAt = (o: RetainerListItem) => o.receivedAt ?? o.deliveredAt ?? o.producedAt ?? o.appliedAt;

/** Address of the retainer order within its case. */
export const retainerOrderHref = ({ caseId }: { caseId: string }, at?: string) =>
  hrefAtMoment(`/caseDetail?id=${encodeURIComponent(caseId)}&section=retainer`, at);

const day = (at: string) => (
  <time dateTime={at} className="num t-2">
    {dayOf(at)}
  </time>
);

function Parcel({ order, t }: { order: RetainerListItem; t: TFunction }) {
  if (order.trackingNumber === null) return nothing;
  return (
    <span className={styles.parcel}>
      <span className="num clip">{order.trackingNumber}</span>
      <span className="t-small t-3 clip">{t(`rx:option.courier.${order.courier}`)}</span>
    </span>
  );
}

const Patient = ({ order: { patientName, clinic } }: { order: RetainerListItem }) => (
  <span className={styles.patient}>
    <span className="t-strong clip">{patientName || '–'}</span>
    <span className="t-small t-3 clip">{clinic}</span>
  </span>
);

/** @param at the past moment that the list shows. Column widths are 120 to 282 px (product-spec.md 9); columns of numbers are narrower. */
export function retainerColumns(t: TFunction, at?: string): TableColumn<RetainerListItem>[] {
  return [
    {
      id: 'id',
      header: t('retainer:column.id'),
      width: 130,
      sticky: 'start',
      card: 'title',
      cell: order => (
        <Link href={retainerOrderHref(order, at)} className={styles.id}>
          {order.id}
        </Link>
      ),
    },
    {
      id: 'patient',
      header: t('retainer:column.patient'),
      width: 200,
      card: 'title',
      cell: order => <Patient order={order} />,
    },
    {
      id: 'type',
      header: t('retainer:column.type'),
      width: 130,
      card: 'line',
      cell: order => t(`rx:option.retainerType.${order.type}`),
    },
    {
      id: 'arch',
      header: t('retainer:column.arch'),
      width: 120,
      card: 'line',
      cell: order => t(`rx:option.retainerArch.${order.arch}`),
    },
    {
      id: 'quantity',
      header: t('retainer:column.quantity'),
      width: 120,
      card: 'line',
      cell: order => <span className="num">{t('retainer:each', { count: order.quantity })}</span>,
    },
    {
      id: 'status',
      header: t('retainer:column.status'),
      width: 170,
      card: 'line',
      cell: order => <RetainerStatusChip status={order.status} />,
    },
    {
      id: 'applied',
      header: t('retainer:column.applied'),
      width: 120,
      hideBelow: 1279,
      card: 'hide',
      cell: order => day(order.appliedAt),
    },
    {
      id: 'moved',
      header: t('retainer:column.moved'),
      width: 120,
      card: 'line',
      cell: order => day(lastStepAt(order)),
    },
    {
      id: 'tracking',
      header: t('retainer:column.tracking'),
      width: 190,
      hideBelow: 1279,
      card: 'line',
      cell: order => <Parcel order={order} t={t} />,
    },
    {
      id: 'action',
      header: t('retainer:column.action'),
      headerHidden: true,
      width: 130,
      align: 'end',
      sticky: 'end',
      card: 'action',
      cell: order => order.action && <RetainerStepButton order={order} act={order.action} />,
    },
  ];
}
