/**
 * Aligner manufacturing: progress of the current batch, trace of each aligner, batches with parcels,
 * replacements.
 */

import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { stagesText } from '#web/case/event-line.ts';
import { AlignerBatches } from '#web/features/tray/AlignerBatches.tsx';
import { AlignerTrace } from '#web/features/tray/AlignerTrace.tsx';
import { arches, productionProgressSteps } from '#web/features/tray/aligner-trace.ts';
import { ReplacementAligners } from '#web/features/tray/ReplacementAligners.tsx';
import { useTrayDialog } from '#web/features/tray/TrayDialog.tsx';
import tray from '#web/features/tray/tray.module.css';
import { actorName } from '#web/lib/actor-name.ts';
import { dayOf } from '#web/lib/format.ts';
import { ArchProgress } from '#web/ui/arch-progress.tsx';
import { ArchStepper } from '#web/ui/arch-stepper.tsx';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from '../case.module.css';

const day = (at: string) => (at.length === 10 ? at : dayOf(at));

function Steps({ view }: { view: CaseView }) {
  const { t } = useTranslation(['shop', 'caseDetail']);
  return (
    <div className={tray.spine}>
      <ArchStepper
        label={t('shop:steps')}
        tone="brand"
        steps={productionProgressSteps(view).map(({ id, state, at, by }) => {
          const who = by ? actorName(by, t) : '';
          return {
            id,
            state,
            label: t(`shop:step.${id}`),
            note: [at ? day(at).slice(5) : '', who].filter(Boolean).join(' '),
            title: at ? [day(at), who].filter(Boolean).join(' ') : undefined,
          };
        })}
      />
    </div>
  );
}

/** Aligners in production and remaining ones, in one line. */
function ProductionState({ view }: { view: CaseView }) {
  const { t } = useTranslation(['case', 'caseDetail']);
  const { sent, stages } = view.header;
  const { batch, remaining } = view;
  return (
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
        {batch
          ? t('caseDetail:batch', { batch: batch.batch, stages: stagesText(batch.upper, batch.lower, t) })
          : (remaining?.upper || remaining?.lower) &&
            t('caseDetail:open', { stages: stagesText(remaining.upper, remaining.lower, t) })}
      </span>
    </div>
  );
}

export function ManufacturingSection({ view, past }: { view: CaseView; past: boolean }) {
  const { t } = useTranslation(['shop', 'case']);
  const { open, dialog } = useTrayDialog();
  const { caseId } = view;
  const { sent } = view.header;
  const orders = !past && view.may.orderTray === 'yes' && sent.upper + sent.lower > 0;
  const begun = view.shipments.length > 0 || view.batch !== null;
  return (
    <Panel id="manufacturing" title={t('case:page.manufacturing')} flush>
      <Steps view={view} />
      <ProductionState view={view} />
      <section className={tray.part} aria-label={t('shop:trace.title')}>
        <h3 className="t-small t-strong">{t('shop:trace.title')}</h3>
        <AlignerTrace
          view={view}
          onOrder={orders ? of => open({ action: 'orderTray', caseId, sent, ...of }) : null}
        />
      </section>
      {begun && <AlignerBatches view={view} />}
      {(orders || view.trays.length > 0) && (
        <section className={tray.part} aria-label={t('shop:again.title')}>
          <div className={tray.partHead}>
            <h3 className="t-small t-strong">{t('shop:again.title')}</h3>
            {orders && (
              <span className="push">
                <Button size="small" onPress={() => open({ action: 'orderTray', caseId, sent })}>
                  {t('case:action.orderTray')}
                </Button>
              </span>
            )}
          </div>
          {view.trays.length > 0 ? (
            <ReplacementAligners view={view} past={past} open={open} />
          ) : (
            <p className="t-2 t-small">{t('shop:again.how')}</p>
          )}
        </section>
      )}
      {dialog}
    </Panel>
  );
}
