/** Batches and their parcels: date, plan, shipment and papers. */
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { stagesText } from '#web/case/event-line.ts';
import { formatShortHash } from '#web/case/plan-value-text.ts';
import { useActionHost } from '#web/features/actionForm/action-host.ts';
import { dayOf } from '#web/lib/format.ts';
import { Menu } from '#web/ui/menu.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { planVersionOfHash } from './aligner-trace.ts';
import styles from './tray.module.css';
import { trayDocumentLinks } from './tray-document-links.ts';

type Row = Pick<CaseView['shipments'][number], 'batch' | 'upper' | 'lower' | 'bundle'> & {
  quantity: number;
  begun: { at: string; by: { name: string } } | null;
  finished: string | null;
  parcel: CaseView['shipments'][number] | null;
};

const count = (range: { from: number; to: number } | null) => (range ? range.to - range.from + 1 : 0);

/** The batch in production first, then sent batches, newest first. */
function rowsOf({ batch, shipments }: Pick<CaseView, 'batch' | 'shipments'>): Row[] {
  const sent = shipments.map((parcel): Row => ({ ...parcel, finished: null, parcel })).toReversed();
  if (!batch) return sent;
  const quantity = count(batch.upper) + count(batch.lower);
  const { at, by, finished } = batch;
  return [{ ...batch, quantity, begun: { at, by }, finished: finished?.at ?? null, parcel: null }, ...sent];
}

function useStateOf() {
  const { t } = useTranslation(['shop', 'caseDetail', 'case']);
  return ({ parcel, finished }: Row) => {
    if (!parcel) return finished ? t('shop:readySince', { at: dayOf(finished) }) : t('shop:state.producing');
    if (parcel.lost) return t('caseDetail:lost', { at: dayOf(parcel.lost.at) });
    if (!parcel.receivedAt) return t('case:shipment.way');
    return t('shop:trace.received', { at: dayOf(parcel.receivedAt), name: parcel.receivedBy?.name ?? '' });
  };
}

export function AlignerBatches({ view }: { view: CaseView }) {
  const { t } = useTranslation(['shop', 'case', 'caseDetail', 'rx']);
  const stateOf = useStateOf();
  const plan = (row: Row) => {
    const version = planVersionOfHash(view, row.bundle);
    const hash = formatShortHash(row.bundle);
    return t('shop:label.plan', { version: version === null ? '' : `v${version}`, hash });
  };
  const { run } = useActionHost();
  const correction = ({ parcel }: Row) => {
    const isOpen = view.may.correctParcel === 'yes' && parcel?.shipment === view.shipments.at(-1)?.shipment;
    const action = 'correctParcel';
    const onPress = () => run(action, view.header);
    return isOpen ? [{ id: action, label: t(`case:action.${action}`), onPress }] : [];
  };
  const columns: TableColumn<Row>[] = [
    {
      id: 'batch',
      header: t('shop:batch'),
      cell: row => <span className="num t-strong">{row.batch}</span>,
      width: 64,
      card: 'title',
    },
    {
      id: 'stages',
      header: t('caseDetail:stages'),
      cell: row => (
        <span className={styles.two}>
          <span className="num">
            {stagesText(row.upper, row.lower, t)} · {t('shop:trays', { count: row.quantity })}
          </span>
          <span className="t-2 t-small num">{plan(row)}</span>
        </span>
      ),
    },
    {
      id: 'way',
      header: t('shop:way'),
      cell: ({ begun, parcel }) => (
        <span className={styles.two}>
          {parcel && (
            <span className="num">
              {t('shop:sentAs', {
                at: dayOf(parcel.at),
                courier: t(`rx:option.courier.${parcel.courier}`),
                number: parcel.trackingNumber,
              })}
            </span>
          )}
          {begun && (
            <span className="t-2 t-small num">
              {t('shop:begunBy', { at: dayOf(begun.at), name: begun.by.name })}
            </span>
          )}
        </span>
      ),
    },
    { id: 'state', header: t('caseDetail:state'), cell: stateOf, width: 168 },
    {
      id: 'papers',
      header: t('shop:papers'),
      headerHidden: true,
      width: 48,
      card: 'action',
      cell: row => (
        <Menu
          label={t('shop:papersOf', { what: t('shop:label.batches', { number: row.batch }) })}
          items={[...trayDocumentLinks(view.caseId, 'batches', row.batch, t), ...correction(row)]}
        />
      ),
    },
  ];
  return (
    <Table
      bare
      label={t('shop:batches')}
      rows={rowsOf(view)}
      rowKey={row => String(row.batch)}
      columns={columns}
      empty={<p className="t-2">{t('case:shipment.none')}</p>}
    />
  );
}
