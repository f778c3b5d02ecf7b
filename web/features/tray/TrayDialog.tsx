/** Dialogs of a replacement aligner: order, ship, receive. */
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { trayActions } from '#events/tray/actions.ts';
import { parcelDialogRows } from '#web/features/actionForm/parcel-dialog-rows.ts';
import { SchemaForm } from '#web/features/actionForm/SchemaForm.tsx';
import { createSchemaDialog, type SchemaDialog } from '#web/features/actionForm/schema-dialog.ts';
import { useSendAction } from '#web/features/actionForm/useSendAction.ts';
import { DeliveryAddressView } from '#web/features/address/DeliveryAddressView.tsx';
import { caseViewQuery } from '#web/lib/queries.ts';
import { type Arch, arches } from './aligner-trace.ts';
import styles from './tray.module.css';

/** `sent`: the last shipped aligner of each arch. */
type Order = { action: 'orderTray'; caseId: string; sent: Record<Arch, number>; arch?: Arch; stage?: number };
type Step = { action: 'shipTray' | 'receiveTray'; caseId: string; tray: number; arch: Arch; stage: number };
export type TrayAction = Order | Step;

function orderDialog(of: Order): SchemaDialog {
  const open = arches.filter(arch => of.sent[arch] > 0);
  const first = of.arch ?? open[0] ?? 'upper';
  return createSchemaDialog(trayActions.orderTray.input, ['shop'], ({ t, values }) => {
    const last = of.sent[values.arch ?? first];
    return {
      needs: t('shop:again.needs'),
      rows: [
        { name: 'arch', label: t('shop:again.arch'), words: 'shop:arch', choices: open, first },
        {
          name: 'stage',
          label: t('shop:again.stage'),
          hint: t('shop:again.stageHint', { last }),
          first: of.stage,
          max: last,
        },
        { name: 'reason', label: t('case:tray.reason'), look: 'row', words: 'shop:reason' },
        { name: 'note', label: t('case:note.orderTray'), optional: true },
      ],
    };
  });
}

const what = (of: Step, t: TFunction) => (
  <p className={styles.what}>
    <strong>{t(`shop:mark.${of.arch}`, { stage: of.stage })}</strong> ·{' '}
    {t('shop:label.trays', { number: of.tray })}
  </p>
);

const shipDialog = (of: Step): SchemaDialog =>
  createSchemaDialog(trayActions.shipTray.input, ['shop', 'rx', 'address'], ({ t }) => {
    const { data: view } = useQuery(caseViewQuery(of.caseId));
    const to = view?.sections.data?.deliveryAddress;
    return {
      needs: t('action:courierAndNumber'),
      isComplete: to !== undefined,
      refused: view && !to && t('address:parcel.none'),
      fixed: { tray: of.tray },
      rows: [what(of, t), parcelDialogRows(t), view && <DeliveryAddressView to={to} />],
    };
  });

const receiveDialog = (of: Step): SchemaDialog =>
  createSchemaDialog(trayActions.receiveTray.input, ['shop'], ({ t }) => ({
    size: 'small',
    fixed: { tray: of.tray },
    rows: [what(of, t)],
  }));

function dialogOf(of: TrayAction): SchemaDialog {
  if (of.action === 'orderTray') return orderDialog(of);
  return of.action === 'shipTray' ? shipDialog(of) : receiveDialog(of);
}

function TrayDialog({ of, onClose }: { of: TrayAction; onClose: () => void }) {
  const { action, caseId } = of;
  const send = useSendAction(caseId, onClose);
  const dialog = useMemo(() => dialogOf(of), [of]);
  return <SchemaForm {...{ action, caseId, dialog, send, onClose }} detail={undefined} />;
}

/** The page's tray dialog, and a function that opens it. */
export function useTrayDialog() {
  const [of, open] = useState<TrayAction | null>(null);
  return { open, dialog: of && <TrayDialog of={of} onClose={() => open(null)} /> };
}
