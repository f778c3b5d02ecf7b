/** Batches and parcels: what is in production, what was sent, what is still open. */
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { stagesText } from '#web/features/case/event-line.ts';
import { dayOf } from '#web/lib/format.ts';
import { ArchProgress } from '#web/ui/arch-progress.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table.tsx';
import styles from '../case.module.css';

const arches = ['upper', 'lower'] as const;

export function Manufacturing({ view }: { view: CaseView }) {
  const { t } = useTranslation(['case', 'rx', 'caseDetail']);
  const { stages, sent } = view.header;
  const state = (s: CaseView['shipments'][number]) =>
    s.lost
      ? t('caseDetail:lost', { at: dayOf(s.lost.at) })
      : s.receivedAt
        ? t('caseDetail:received', { at: dayOf(s.receivedAt) })
        : t('case:shipment.way');
  return (
    <Panel id="manufacturing" title={t('case:page.manufacturing')} flush>
      <div className={styles.arches} id="submitToManufacturing">
        {arches.map(arch => (
          <span key={arch} className="row">
            <span className="t-2">{t(`caseDetail:arch.${arch}`)}</span>
            <ArchProgress
              value={sent[arch]}
              total={stages?.[arch] ?? 0}
              label={t('caseDetail:sentOf', { sent: sent[arch], total: stages?.[arch] ?? 0 })}
              showText
            />
          </span>
        ))}
        <span className="t-2">
          {view.batch
            ? t('caseDetail:batch', {
                batch: view.batch.batch,
                stages: stagesText(view.batch.upper, view.batch.lower, t),
              })
            : (view.remaining?.upper || view.remaining?.lower) &&
              t('caseDetail:open', { stages: stagesText(view.remaining.upper, view.remaining.lower, t) })}
        </span>
      </div>
      {view.shipments.length > 0 && (
        <Table
          bare
          label={t('case:shipment.title')}
          rows={view.shipments}
          rowKey={s => String(s.shipment)}
          columns={[
            {
              id: 'no',
              header: t('caseDetail:shipment'),
              cell: s => <span className="num">{s.shipment}</span>,
              width: 80,
              card: 'title',
            },
            {
              id: 'stages',
              header: t('caseDetail:stages'),
              cell: s => <span className="num">{stagesText(s.upper, s.lower, t)}</span>,
            },
            {
              id: 'quantity',
              header: t('case:form.quantity'),
              cell: s => <span className="num">{s.quantity}</span>,
              width: 80,
            },
            {
              id: 'tracking',
              header: t('case:form.trackingNumber'),
              cell: s => (
                <span className="num">
                  {t(`rx:option.courier.${s.courier}`)} {s.trackingNumber}
                </span>
              ),
            },
            {
              id: 'sentOn',
              header: t('caseDetail:sentOn'),
              cell: s => <span className="num">{dayOf(s.at)}</span>,
              width: 120,
            },
            { id: 'state', header: t('caseDetail:state'), cell: state },
          ]}
        />
      )}
    </Panel>
  );
}
