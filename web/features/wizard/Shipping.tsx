/** Plaster by courier instead of models, and the delivery address. */
import { useTranslation } from 'react-i18next';
import { options } from '#events/case/options.ts';
import { optionTextKey } from '#web/case/option-lists.ts';
import { deliveryAddressParts } from '#web/features/address/delivery-copy.ts';
import { SavedAddressPicker } from '#web/features/address/SavedAddressPicker.tsx';
import { fieldElementId } from '#web/features/prescription/field-element-id.ts';
import { Panel } from '#web/ui/panel.tsx';
import { Select } from '#web/ui/select.tsx';
import { DraftTextField } from './DraftFields.tsx';
import styles from './wizard.module.css';
import { useSectionForm, useWizard } from './wizard-context.ts';

/** Whether a text has only blanks: it is saved as no answer, and the field shows this. */
const isBlank = (typed: string | undefined) => typed !== undefined && typed !== '' && typed.trim() === '';

export function CourierFields() {
  const { t } = useTranslation(['wizard', 'rx', 'error']);
  const { value, set, error, locked } = useSectionForm('data');
  return (
    <Panel title={t('wizard:data.courier')} note={t('wizard:data.insteadOfModels')}>
      <div className={styles.columns}>
        <Select
          id={fieldElementId('courier')}
          label={t('rx:field.data.courier')}
          optional
          disabled={locked}
          value={value.courier === undefined ? '' : String(value.courier)}
          onChange={next => set({ courier: options.courier.find(id => String(id) === next) })}
          options={[
            { value: '', label: t('wizard:data.noCourier') },
            ...options.courier.map(id => ({ value: String(id), label: t(optionTextKey('courier', id)) })),
          ]}
          error={error('courier')}
        />
        <DraftTextField
          section="data"
          path="trackingNumber"
          label={t('rx:field.data.trackingNumber')}
          hint={t('wizard:data.trackingHint')}
          required={value.courier !== undefined}
          numeric
          spellCheck={false}
          write={text => text.toUpperCase()}
          error={isBlank(value.trackingNumber) ? t('error:issue.tracking-format') : undefined}
        />
        <DraftTextField
          section="data"
          path="dataOrderNumber"
          label={t('rx:field.data.dataOrderNumber')}
          hint={t('wizard:data.orderHint')}
          optional
          numeric
          spellCheck={false}
          error={isBlank(value.dataOrderNumber) ? t('error:issue.order-number-format') : undefined}
        />
      </div>
    </Panel>
  );
}

export function DeliveryFields() {
  const { t } = useTranslation(['wizard', 'rx']);
  const { view } = useWizard();
  const { value, set, locked } = useSectionForm('data');
  return (
    <Panel title={t('wizard:data.delivery')} note={t('wizard:data.deliveryNote')}>
      <div className={styles.columns}>
        <DraftTextField
          section="data"
          path="receiver"
          label={t('rx:field.data.receiver')}
          hint={t('wizard:data.receiverHint')}
          optional
        />
      </div>
      <div id={fieldElementId('deliveryAddress')}>
        <SavedAddressPicker
          doctorId={view.header.owner.id}
          value={value.deliveryAddress}
          onChange={deliveryAddress => set({ deliveryAddress })}
          disabled={locked}
          preselects={view.may.edit === 'yes'}
        >
          <div className={styles.columns} data-whole="">
            {deliveryAddressParts.map(part => (
              <DraftTextField
                key={part}
                section="data"
                path={`deliveryAddress.${part}`}
                className={part === 'address' ? styles.wide : undefined}
                label={t(`rx:field.deliveryAddress.${part}`)}
                required
                type={part === 'phone' ? 'tel' : 'text'}
              />
            ))}
          </div>
        </SavedAddressPicker>
      </div>
    </Panel>
  );
}
