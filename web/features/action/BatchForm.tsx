/** Scheduling a batch, and shipping one: stages per arch, courier and number. Empty means all that is open. */
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import { DeliveryTo } from '#web/features/address/DeliveryTo.tsx';
import { shortHash } from '#web/features/review/value-words.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { Switch } from '#web/ui/switch.tsx';
import styles from './action.module.css';
import { type Arch, arches, batchOf } from './batch.ts';
import { FormDialog } from './FormDialog.tsx';
import { noParcel, ParcelFields, parcelFields, parcelOf } from './ParcelFields.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';
import { useParcelCheck } from './useParcelCheck.tsx';

export function BatchForm(props: FormProps) {
  const { t } = useTranslation(['action', 'rx', 'shop', 'address']);
  const { action, detail } = props;
  const shipping = action === 'ship';
  const open = shipping ? detail?.batch : detail?.remaining;
  const version = detail?.approved;
  const bundle = shipping ? detail?.batch?.bundle : detail?.plans.find(p => p.version === version)?.bundle;
  const form = useForm(props, {
    upper: undefined as number | null | undefined,
    lower: undefined as number | null | undefined,
    without: [] as readonly Arch[],
    ...noParcel,
  });
  /** The last stage chosen of an arch; all that is open until somebody says less. */
  const last = (arch: Arch) => {
    const chosen = form.values[arch];
    return chosen === undefined ? open?.[arch]?.to : (chosen ?? undefined);
  };
  const { stages: chosen, count: trays, fits } = batchOf(open ?? { upper: null, lower: null }, form.values);
  const { upper, lower } = chosen;
  const bounds = { min: limits.batchMin, max: limits.batchMax };
  const parcel = parcelOf(form.values);
  const check = useParcelCheck();
  const { trackingNumber } = form.values;
  const isDoubtful = shipping && check.isDoubtful(trackingNumber);
  const to = detail?.sections.data?.deliveryAddress;
  const addressed = !shipping || to !== undefined;
  const ready =
    detail !== undefined && fits && (!shipping || parcel !== undefined) && addressed && !isDoubtful;
  const stages = { ...(upper ? { upper } : {}), ...(lower ? { lower } : {}) };
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={!ready}
      disabledReason={whyNot()}
      error={form.other([...arches, ...parcelFields])}
      submit={() => void submit()}
    >
      {bundle && (
        <p className="t-2 num">
          {t('shop:label.plan', { version: version ? `v${version}` : '', hash: shortHash(bundle) })}
        </p>
      )}
      {arches.map(arch =>
        open?.[arch] ? (
          <div key={arch} className={styles.arch}>
            <Switch
              checked={!form.values.without.includes(arch)}
              onChange={on =>
                form.set(
                  'without',
                  on ? form.values.without.filter(a => a !== arch) : [...form.values.without, arch],
                )
              }
            >
              {t(`action:archIn.${arch}`)}
            </Switch>
            {!form.values.without.includes(arch) && (
              <NumberField
                label={t(`action:stagesOf.${arch}`, { from: open[arch].from, last: open[arch].to })}
                min={open[arch].from}
                max={open[arch].to}
                {...form.field(arch, last(arch) ?? null)}
              />
            )}
          </div>
        ) : (
          <p key={arch} className="t-2">
            {t(`action:noStages.${arch}`)}
          </p>
        ),
      )}
      <p className="num">{t('action:trays', { count: trays, ...bounds })}</p>
      {shipping && <ParcelFields {...form} />}
      {shipping && check.notice(trackingNumber)}
      {detail && <DeliveryTo to={to} />}
    </FormDialog>
  );

  async function submit(): Promise<void> {
    if (!shipping) await form.submit(stages);
    else if (parcel && (await check.check(parcel.trackingNumber)))
      await form.submit({ ...parcel, ...stages });
  }

  function whyNot(): string {
    if (!addressed) return t('address:parcel.none');
    if (isDoubtful) return t('action:sameNumber.needs');
    return fits ? t('action:courierAndNumber') : t('action:batchSize', { trays, ...bounds });
  }
}
