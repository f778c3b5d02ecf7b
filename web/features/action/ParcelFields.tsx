/** Courier and tracking number, of whatever is sent: a batch, an aligner made again, a retainer. */
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './action.module.css';

export type ParcelValues = { courier: string; trackingNumber: string };
export const noParcel: ParcelValues = { courier: '', trackingNumber: '' };
export const parcelFields = ['courier', 'trackingNumber'] as const;

/** What is asked for with it; undefined where one of the two is wanting. */
export function parcelOf({ courier, trackingNumber }: ParcelValues) {
  const number = trackingNumber.trim().toUpperCase();
  return courier === '' || number === '' ? undefined : { courier: Number(courier), trackingNumber: number };
}

type Props = {
  values: ParcelValues;
  set: (name: keyof ParcelValues, value: string) => void;
  error: (field: string) => string | undefined;
};

export function ParcelFields({ values, set, error }: Props) {
  const { t } = useTranslation(['action', 'rx']);
  return (
    <div className={styles.pair}>
      <Select
        label={t('rx:field.data.courier')}
        required
        placeholder={t('action:choose')}
        value={values.courier}
        onChange={value => set('courier', value)}
        options={options.courier.map(id => ({ value: String(id), label: t(`rx:option.courier.${id}`) }))}
        error={error('courier')}
      />
      <TextField
        label={t('rx:field.data.trackingNumber')}
        required
        numeric
        spellCheck={false}
        value={values.trackingNumber}
        onChange={value => set('trackingNumber', value)}
        error={error('trackingNumber')}
      />
    </div>
  );
}
