/** Scheduling a batch, and shipping one: stages per arch, courier and number. Empty means all that is open. */
import { useTranslation } from 'react-i18next';
import type { StageRange } from '#events/case/fields.ts';
import { shortHash } from '#web/features/review/value-words.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { FormDialog } from './FormDialog.tsx';
import { noParcel, ParcelFields, parcelFields, parcelOf } from './ParcelFields.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

const arches = ['upper', 'lower'] as const;
type Arch = (typeof arches)[number];

const count = (range: StageRange | undefined) => (range ? range.to - range.from + 1 : 0);

export function BatchForm(props: FormProps) {
  const { t } = useTranslation(['action', 'rx', 'shop']);
  const { action, detail } = props;
  const shipping = action === 'ship';
  const open = shipping ? detail?.batch : detail?.remaining;
  const version = detail?.approved;
  const bundle = shipping ? detail?.batch?.bundle : detail?.plans.find(p => p.version === version)?.bundle;
  const form = useForm(props, {
    upper: undefined as number | null | undefined,
    lower: undefined as number | null | undefined,
    ...noParcel,
  });
  /** The last stage chosen of an arch; all that is open until somebody says less. */
  const last = (arch: Arch) => {
    const chosen = form.values[arch];
    return chosen === undefined ? open?.[arch]?.to : (chosen ?? undefined);
  };
  const range = (arch: Arch): StageRange | undefined => {
    const from = open?.[arch]?.from;
    const to = last(arch);
    return from !== undefined && to !== undefined && to >= from ? { from, to } : undefined;
  };
  const [upper, lower] = [range('upper'), range('lower')];
  const trays = count(upper) + count(lower);
  const fits = trays >= 1 && trays <= 100;
  const parcel = shipping ? parcelOf(form.values) : {};
  const ready = detail !== undefined && fits && parcel !== undefined;
  const stages = { ...(upper ? { upper } : {}), ...(lower ? { lower } : {}) };
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={!ready}
      disabledReason={fits ? t('action:courierAndNumber') : t('action:batchSize', { trays })}
      error={form.other([...arches, ...parcelFields])}
      submit={() => void form.submit({ ...parcel, ...stages })}
    >
      {bundle && (
        <p className="t-2 num">
          {t('shop:label.plan', { version: version ? `v${version}` : '', hash: shortHash(bundle) })}
        </p>
      )}
      {arches.map(arch =>
        open?.[arch] ? (
          <NumberField
            key={arch}
            label={t(`action:stagesOf.${arch}`, { from: open[arch].from, last: open[arch].to })}
            hint={t('action:lastStageHint')}
            min={open[arch].from - 1}
            max={open[arch].to}
            {...form.field(arch, last(arch) ?? null)}
          />
        ) : (
          <p key={arch} className="t-2">
            {t(`action:noStages.${arch}`)}
          </p>
        ),
      )}
      <p className="num">{t('action:trays', { count: trays })}</p>
      {shipping && <ParcelFields {...form} />}
    </FormDialog>
  );
}
