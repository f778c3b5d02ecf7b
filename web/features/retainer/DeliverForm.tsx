/** Delivering an order: courier and tracking number. */
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { FormDialog } from '#web/features/action/FormDialog.tsx';
import type { FormProps } from '#web/features/action/send.ts';
import { useForm } from '#web/features/action/useForm.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

const fields = ['courier', 'trackingNumber'] as const;

export function DeliverForm(props: FormProps) {
  const { t } = useTranslation(['retainer', 'rx']);
  const form = useForm(props, { courier: '', trackingNumber: '' });
  const { courier, trackingNumber } = form.values;
  const number = trackingNumber.trim().toUpperCase();
  return (
    <FormDialog
      form={props}
      size="small"
      pending={form.pending}
      disabled={courier === '' || number === ''}
      disabledReason={t('retainer:parcelNeeds')}
      error={form.other(fields)}
      submit={() => void form.submit({ courier: Number(courier), trackingNumber: number })}
    >
      <Select
        label={t('rx:field.data.courier')}
        required
        placeholder={t('retainer:choose')}
        value={courier}
        onChange={value => form.set('courier', value)}
        options={options.courier.map(id => ({ value: String(id), label: t(`rx:option.courier.${id}`) }))}
        error={form.error('courier')}
      />
      <TextField
        label={t('rx:field.data.trackingNumber')}
        required
        numeric
        spellCheck={false}
        value={trackingNumber}
        onChange={value => form.set('trackingNumber', value)}
        error={form.error('trackingNumber')}
      />
    </FormDialog>
  );
}
