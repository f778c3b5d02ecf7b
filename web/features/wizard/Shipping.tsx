/** Plaster by courier instead of models, and where the aligners go. */
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import type { DeliveryAddress } from '#events/case/sections.ts';
import { SavedAddresses } from '#web/features/address/SavedAddresses.tsx';
import { optionWord } from '#web/features/case/option-lists.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { useSection, useWizard } from './context.ts';
import { fieldId } from './steps.ts';
import styles from './wizard.module.css';

/** Blanks alone are sent as no answer; whoever typed them is told all the same. */
const isBlank = (typed: string | undefined) => typed !== undefined && typed !== '' && typed.trim() === '';

export function Courier() {
  const { t } = useTranslation(['wizard', 'rx', 'error']);
  const { value, set, error, locked } = useSection('data');
  return (
    <Panel title={t('wizard:data.courier')} note={t('wizard:data.insteadOfModels')}>
      <div className={styles.columns}>
        <Select
          id={fieldId('courier')}
          label={t('rx:field.data.courier')}
          optional
          disabled={locked}
          value={value.courier === undefined ? '' : String(value.courier)}
          onChange={next => set({ courier: options.courier.find(id => String(id) === next) })}
          options={[
            { value: '', label: t('wizard:data.noCourier') },
            ...options.courier.map(id => ({ value: String(id), label: t(optionWord('courier', id)) })),
          ]}
          error={error('courier')}
        />
        <TextField
          id={fieldId('trackingNumber')}
          label={t('rx:field.data.trackingNumber')}
          hint={t('wizard:data.trackingHint')}
          required={value.courier !== undefined}
          disabled={locked}
          numeric
          autoComplete="off"
          spellCheck={false}
          value={value.trackingNumber ?? ''}
          onChange={next => set({ trackingNumber: next.toUpperCase() })}
          error={isBlank(value.trackingNumber) ? t('error:issue.tracking-format') : error('trackingNumber')}
        />
        <TextField
          id={fieldId('dataOrderNumber')}
          label={t('rx:field.data.dataOrderNumber')}
          hint={t('wizard:data.orderHint')}
          optional
          disabled={locked}
          numeric
          autoComplete="off"
          spellCheck={false}
          value={value.dataOrderNumber ?? ''}
          onChange={dataOrderNumber => set({ dataOrderNumber })}
          error={
            isBlank(value.dataOrderNumber) ? t('error:issue.order-number-format') : error('dataOrderNumber')
          }
        />
      </div>
    </Panel>
  );
}

const parts: readonly (keyof DeliveryAddress)[] = ['consignee', 'phone', 'zip', 'clinic', 'address'];

export function Delivery() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view } = useWizard();
  const { value, set, error, locked } = useSection('data');
  const address = value.deliveryAddress ?? {};
  const begun = Object.values(address).some(part => part?.trim());
  return (
    <Panel title={t('wizard:data.delivery')} note={t('wizard:data.deliveryNote')}>
      <div className={styles.columns}>
        <TextField
          id={fieldId('receiver')}
          label={t('rx:field.data.receiver')}
          optional
          disabled={locked}
          autoComplete="off"
          value={value.receiver ?? ''}
          onChange={receiver => set({ receiver })}
          error={error('receiver')}
        />
      </div>
      <SavedAddresses
        doctorId={view.header.owner.id}
        value={address}
        onChange={deliveryAddress => set({ deliveryAddress })}
        disabled={locked}
      >
        <div className={styles.columns} data-whole="" id={fieldId('deliveryAddress')}>
          {parts.map(part => (
            <TextField
              key={part}
              id={fieldId(`deliveryAddress.${part}`)}
              className={part === 'address' ? styles.wide : undefined}
              label={t(`rx:field.deliveryAddress.${part}`)}
              required={begun}
              disabled={locked}
              type={part === 'phone' ? 'tel' : 'text'}
              autoComplete="off"
              value={address[part] ?? ''}
              onChange={text => set({ deliveryAddress: { ...address, [part]: text } })}
              error={error(`deliveryAddress.${part}`)}
            />
          ))}
        </div>
      </SavedAddresses>
    </Panel>
  );
}
