/**
 * Delivery address of an order: the previous one, the case's, one from the doctor's address book, or a new
 * one.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { addressLine, deliveryAddressOf, deliveryAddressParts } from '#web/features/address/delivery-copy.ts';
import { addressesQuery } from '#web/lib/queries.ts';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { retainerFieldId } from './field-ids.ts';
import type { FieldErrorLookup } from './RetainerBasisFields.tsx';
import styles from './retainer.module.css';
import type { RetainerDraft } from './retainer-form.ts';

type Props = {
  view: CaseView;
  before: string | undefined;
  draft: RetainerDraft;
  onChange: (change: Partial<RetainerDraft>) => void;
  error: FieldErrorLookup;
};

const another = '';

/** All known addresses without duplicates. */
function useChoices({ view, before }: Props) {
  const { t } = useTranslation('retainer');
  const { data: saved = [] } = useQuery(addressesQuery(view.header.owner.id));
  const own = view.sections.data?.deliveryAddress;
  const all = [
    ...(before ? [{ value: before, label: t('form.addressBefore') }] : []),
    ...(own ? [{ value: addressLine(own), label: t('form.addressCase') }] : []),
    ...saved
      .toSorted((a, b) => Number(b.default) - Number(a.default))
      .map(one => ({
        value: addressLine(deliveryAddressOf(one)),
        label: `${one.consignee} · ${one.clinic}`,
      })),
  ];
  return [...new Map(all.toReversed().map(one => [one.value, one])).values()].toReversed();
}

export function RetainerAddressChoice(props: Props) {
  const { draft, onChange, error } = props;
  const { t } = useTranslation('retainer');
  const choices = useChoices(props);
  return (
    <div className={styles.basis} id={retainerFieldId('address')} tabIndex={-1}>
      {choices.length > 0 && (
        <RadioGroup
          label={t('form.address')}
          required
          layout="cards"
          value={draft.address ?? another}
          onChange={value => onChange({ address: value === another ? null : value })}
          options={[
            ...choices.map(one => ({ ...one, note: one.value })),
            { value: another, label: t('form.addressOther'), note: t('form.addressOtherNote') },
          ]}
          error={error('address')}
        />
      )}
      {draft.address === null && <Typed {...props} />}
    </div>
  );
}

function Typed({ draft, onChange, error }: Props) {
  const { t } = useTranslation('rx');
  return (
    <div className={styles.columns}>
      {deliveryAddressParts.map(part => (
        <TextField
          key={part}
          id={retainerFieldId(`address.${part}`)}
          className={part === 'address' ? styles.wide : undefined}
          label={t(`field.deliveryAddress.${part}`)}
          required
          type={part === 'phone' ? 'tel' : 'text'}
          spellCheck={false}
          value={draft.other[part] ?? ''}
          onChange={text => {
            const { [part]: _before, ...rest } = draft.other;
            onChange({ other: text === '' ? rest : { ...rest, [part]: text } });
          }}
          error={error(`address.${part}`)}
        />
      ))}
    </div>
  );
}
