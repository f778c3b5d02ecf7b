/** Where an order is sent: as before, the case's own address, one of the doctor's book, or another one. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { addressLine, copyOf, deliveryParts } from '#web/features/address/copy.ts';
import { addresses } from '#web/lib/queries.ts';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { ErrorOf } from './BasisFields.tsx';
import type { Draft } from './form.ts';
import { fieldId } from './ids.ts';
import styles from './retainer.module.css';

type Props = {
  view: CaseView;
  before: string | undefined;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  error: ErrorOf;
};

const another = '';

/** Every address that there is, each text once. */
function useChoices({ view, before }: Props) {
  const { t } = useTranslation('retainer');
  const { data: saved = [] } = useQuery(addresses(view.header.owner.id));
  const own = view.sections.data?.deliveryAddress;
  const all = [
    ...(before ? [{ value: before, label: t('form.addressBefore') }] : []),
    ...(own ? [{ value: addressLine(own), label: t('form.addressCase') }] : []),
    ...saved
      .toSorted((a, b) => Number(b.default) - Number(a.default))
      .map(one => ({ value: addressLine(copyOf(one)), label: `${one.consignee} · ${one.clinic}` })),
  ];
  return [...new Map(all.toReversed().map(one => [one.value, one])).values()].toReversed();
}

export function AddressChoice(props: Props) {
  const { draft, onChange, error } = props;
  const { t } = useTranslation('retainer');
  const choices = useChoices(props);
  return (
    <div className={styles.basis} id={fieldId('address')} tabIndex={-1}>
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
      {deliveryParts.map(part => (
        <TextField
          key={part}
          id={fieldId(`address.${part}`)}
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
