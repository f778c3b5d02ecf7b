/**
 * In a case: the doctor's saved addresses as cards, or an address for this case only. The case stores a copy.
 */

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeliveryAddress } from '#events/case/sections.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { areNamesMaskedAtom } from '#web/lib/browser.ts';
import { type AddressItem, addressesQuery, currentUserQuery } from '#web/lib/queries.ts';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { Badge } from '#web/ui/chip.tsx';
import { Link } from '#web/ui/link.tsx';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import styles from './address.module.css';
import { deliveryAddressOf, matchingSavedAddress } from './delivery-copy.ts';

type TypedAddress = Partial<DeliveryAddress>;
type Props = {
  doctorId: string;
  /** The case's delivery address, possibly incomplete; undefined before the first choice or keystroke. */
  value: TypedAddress | undefined;
  onChange: (address: TypedAddress) => void;
  disabled: boolean;
  /** Preselects the default address. */
  preselects?: boolean;
  /** The fields of an address for this case only. */
  children: ReactNode;
};

const temporary = '';

/** Text of a card: consignee and address. */
const cardOf = (address: AddressItem, standard: string) => ({
  value: address.id,
  label: (
    <>
      {address.consignee} · {address.clinic} {address.default && <Badge>{standard}</Badge>}
    </>
  ),
  note: `${address.whole} · ${address.zip} · ${address.phone}`,
});

/** Selects the default once, if nothing is selected when the addresses load. */
function usePreselection(
  usual: AddressItem | undefined,
  { value, onChange }: Pick<Props, 'value' | 'onChange'>,
) {
  const chosen = useRef(false);
  useEffect(() => {
    if (!usual || chosen.current) return;
    chosen.current = true;
    if (value === undefined) onChange(deliveryAddressOf(usual));
  }, [usual, value, onChange]);
}

export function SavedAddressPicker({ doctorId, value, onChange, disabled, preselects, children }: Props) {
  const { t } = useTranslation('address');
  const { hidden: rendered } = useBoot();
  const hidden = useAtomValueAfterHydration(areNamesMaskedAtom, rendered);
  const { data = [] } = useQuery(addressesQuery(doctorId));
  const saved = data.toSorted((a, b) => Number(b.default) - Number(a.default));
  const { data: person } = useQuery(currentUserQuery());
  /** The typed address, kept while a card is selected. */
  const [typed, setTyped] = useState<TypedAddress | undefined>(undefined);
  const shut = disabled || hidden;
  usePreselection(preselects && !shut ? saved.find(one => one.default) : undefined, { value, onChange });
  if (saved.length === 0)
    return (
      <>
        {children}
        {person?.id === doctorId && (
          <p className="t-small">
            <Link href="/updateUser?tab=addresses" className="link">
              {t('keep')}
            </Link>
          </p>
        )}
      </>
    );
  const current = matchingSavedAddress(saved, value ?? {});
  const choose = (id: string) => {
    const address = saved.find(one => one.id === id);
    if (address && !current) setTyped(value);
    onChange(address ? deliveryAddressOf(address) : (typed ?? {}));
  };
  return (
    <div className={styles.saved}>
      <RadioGroup
        label={t('whose')}
        required
        layout="cards"
        hint={hidden ? t('eyeHidden') : undefined}
        value={current?.id ?? temporary}
        onChange={choose}
        options={[
          ...saved.map(address => ({ ...cardOf(address, t('default')), disabled: shut })),
          { value: temporary, label: t('temporary'), note: t('temporaryNote'), disabled: shut },
        ]}
      />
      {!current && children}
    </div>
  );
}
