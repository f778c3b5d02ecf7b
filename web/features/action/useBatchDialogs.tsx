/** Dialog rows of a batch: stages per arch, and for a parcel its courier, number and address. */
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { StageRange } from '#events/case/fields.ts';
import { limits } from '#events/case/limits.ts';
import type { shipmentActions } from '#events/shipment/actions.ts';
import type { StageRanges } from '#events/shipment/shipment.ts';
import { formatShortHash } from '#web/case/plan-value-text.ts';
import type { ActionFormProps } from '#web/features/actionForm/action-form.ts';
import { parcelDialogRows } from '#web/features/actionForm/parcel-dialog-rows.ts';
import type { CustomControlProps, DialogContext } from '#web/features/actionForm/schema-dialog.ts';
import { DeliveryAddressView } from '#web/features/address/DeliveryAddressView.tsx';
import { NumberField } from '#web/ui/number-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import styles from './action.module.css';
import { type Arch, type BatchChoice, computeChosenBatch } from './chosen-batch.ts';

type ArchProps = {
  arch: Arch;
  open: StageRange | null | undefined;
  choice: BatchChoice;
  onChange: (choice: BatchChoice) => void;
  error: string | undefined;
};

function ArchStages({ arch, open, choice, onChange, error }: ArchProps) {
  const { t } = useTranslation('action');
  if (!open) return <p className="t-2">{t(`noStages.${arch}`)}</p>;
  const others = choice.without.filter(one => one !== arch);
  const isIn = !choice.without.includes(arch);
  // All open stages until the person chooses fewer.
  const last = choice[arch] === undefined ? open.to : choice[arch];
  return (
    <div className={styles.arch}>
      <Switch
        checked={isIn}
        onChange={on => onChange({ ...choice, without: on ? others : [...others, arch] })}
      >
        {t(`archIn.${arch}`)}
      </Switch>
      {isIn && (
        <NumberField
          label={t(`stagesOf.${arch}`, { from: open.from, last: open.to })}
          min={open.from}
          max={open.to}
          value={last}
          onChange={value => onChange({ ...choice, [arch]: value })}
          error={error}
        />
      )}
    </div>
  );
}

/** Form controls of the two arches, and the chosen stages. */
function useStages(
  { t, detail }: Pick<ActionFormProps, 'detail'> & { t: TFunction },
  open: StageRanges | null | undefined,
  version: number | null | undefined,
  bundle: string | undefined,
) {
  const [choice, setChoice] = useState<BatchChoice>({ upper: undefined, lower: undefined, without: [] });
  const { stages, count, fits } = computeChosenBatch({ upper: null, lower: null, ...open }, choice);
  const bounds = { min: limits.batchMin, max: limits.batchMax };
  const arch = <A extends Arch>(name: A, label: string) => ({
    name,
    label,
    draw: ({ error }: CustomControlProps) => (
      <ArchStages arch={name} open={open?.[name]} choice={choice} onChange={setChoice} error={error} />
    ),
  });
  return {
    rows: [
      bundle && (
        <p className="t-2 num">
          {t('shop:label.plan', { version: version ? `v${version}` : '', hash: formatShortHash(bundle) })}
        </p>
      ),
      arch('upper', t('action:archIn.upper')),
      arch('lower', t('action:archIn.lower')),
      <p key="trays" className="num">
        {t('action:trays', { count, ...bounds })}
      </p>,
    ],
    refused: !fits && t('action:batchSize', { trays: count, ...bounds }),
    isComplete: detail !== undefined,
    fixed: { upper: stages.upper ?? undefined, lower: stages.lower ?? undefined },
  };
}

export function useProductionDialog(
  context: DialogContext<z.input<typeof shipmentActions.scheduleProduction.input>>,
) {
  const { detail } = context;
  const version = detail?.approved;
  const bundle = detail?.plans.find(plan => plan.version === version)?.bundle;
  const { rows, ...batch } = useStages(context, detail?.remaining, version, bundle);
  const to = detail?.sections.data?.deliveryAddress;
  return { ...batch, rows: [...rows, detail && <DeliveryAddressView to={to} />] };
}

export function useShipDialog(context: DialogContext<z.input<typeof shipmentActions.ship.input>>) {
  const { t, detail } = context;
  const { rows, refused, ...batch } = useStages(
    context,
    detail?.batch,
    detail?.approved,
    detail?.batch?.bundle,
  );
  const to = detail?.sections.data?.deliveryAddress;
  return {
    ...batch,
    rows: [...rows, parcelDialogRows(t), detail && <DeliveryAddressView to={to} />],
    refused: to ? refused : t('address:parcel.none'),
    needs: t('action:courierAndNumber'),
  };
}
