/** Tab "Addresses" of the own account: a doctor's permanent addresses. */

import { useQuery } from '@tanstack/react-query';
import { PenLine, Plus, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/limits.ts';
import { isCaseOwner } from '#events/person/position.ts';
import { useBoot } from '#web/lib/boot.tsx';
import { areNamesMaskedAtom } from '#web/lib/browser.ts';
import { type AddressItem, addressesQuery, currentUserQuery } from '#web/lib/queries.ts';
import { useAtomValueAfterHydration } from '#web/lib/screen-store.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Menu, type MenuEntry } from '#web/ui/menu.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { AddressForm } from './AddressForm.tsx';
import styles from './address.module.css';
import { addressCommands, addressPayload } from './address-commands.ts';

export function Addresses() {
  const { t } = useTranslation('address');
  const { data: person } = useQuery(currentUserQuery());
  const keeps = isCaseOwner(person?.position);
  const { data: list, isError, refetch } = useQuery({ ...addressesQuery(), enabled: keeps });
  if (person && !keeps) return <EmptyState title={t('notYours')}>{t('notYoursHow')}</EmptyState>;
  if (list) return <SavedAddressList list={list} />;
  return isError ? (
    <EmptyState title={t('failed')} action={<Button onPress={() => void refetch()}>{t('retry')}</Button>} />
  ) : (
    <Skeleton lines={6} label={t('loading')} />
  );
}

/** The open address form: undefined for a new address, null for none. */
type Form = AddressItem | undefined | null;

function SavedAddressList({ list }: { list: readonly AddressItem[] }) {
  const { t } = useTranslation('address');
  const { hidden: rendered } = useBoot();
  const hidden = useAtomValueAfterHydration(areNamesMaskedAtom, rendered);
  const [form, setForm] = useState<Form>(null);
  const full = list.length >= limits.addresses ? t('full', { max: limits.addresses }) : undefined;
  const add = (
    <Button
      variant={list.length === 0 ? 'primary' : 'outline'}
      size="small"
      icon={<Plus />}
      disabled={full !== undefined}
      disabledReason={full}
      onPress={() => setForm(undefined)}
    >
      {t('add')}
    </Button>
  );
  return (
    <>
      {hidden && list.length > 0 && <Banner tone="info">{t('eyeHidden')}</Banner>}
      <Panel
        flush
        className={styles.panel}
        title={t('addresses')}
        count={t('countOf', { count: list.length, max: limits.addresses })}
        note={t('lead')}
        action={list.length > 0 && add}
        footer={full}
      >
        {list.length === 0 ? (
          <EmptyState title={t('empty')} action={add}>
            {t('emptyHow')}
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {list.map(address => (
              <Line key={address.id} address={address} hidden={hidden} onEdit={() => setForm(address)} />
            ))}
          </ul>
        )}
      </Panel>
      {form !== null && <AddressForm address={form} onClose={() => setForm(null)} />}
    </>
  );
}

type LineProps = { address: AddressItem; hidden: boolean; onEdit: () => void };

/** Actions on an address. Deletion is immediate, with undo for ten seconds. */
function useActs({ address, hidden, onEdit }: LineProps): MenuEntry[] {
  const { t } = useTranslation('address');
  const { id, consignee: name } = address;
  const restore = async () => {
    const done = await addressCommands.add(addressPayload(address));
    if (done.ok) toast({ text: t('restored', { name }), tone: 'ok' });
  };
  const remove = async () => {
    const done = await addressCommands.remove(id);
    // Masked addresses cannot be restored, so there is no undo.
    const undo = hidden ? {} : { action: { label: t('undo'), onPress: () => void restore() }, seconds: 10 };
    if (done.ok) toast({ text: t('deleted', { name }), ...undo });
  };
  const standard = async () => {
    const done = await addressCommands.change(id, { default: true });
    if (done.ok) toast({ text: t('isDefault', { name }), tone: 'ok' });
  };
  const shut = hidden ? { disabled: true, reason: t('eyeHidden') } : {};
  return [
    { id: 'edit', label: t('edit'), icon: <PenLine aria-hidden="true" />, onPress: onEdit, ...shut },
    ...(address.default
      ? []
      : [
          {
            id: 'default',
            label: t('makeDefault'),
            icon: <Star aria-hidden="true" />,
            onPress: () => void standard(),
          },
        ]),
    {
      id: 'delete',
      label: t('delete'),
      icon: <Trash2 aria-hidden="true" />,
      danger: true,
      onPress: () => void remove(),
    },
  ];
}

function Line(props: LineProps) {
  const { address } = props;
  const { t } = useTranslation('address');
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <h3 className={styles.name}>
          {address.consignee} <span className="num t-2">{address.phone}</span>
          {address.default && <Badge tone="brand">{t('default')}</Badge>}
        </h3>
        <p className={styles.where}>
          {address.whole} <span className="num t-2">{address.zip}</span>
        </p>
        <p className="t-small t-2">{address.clinic}</p>
      </div>
      <span className="push">
        <Menu
          label={t('acts', { name: address.consignee })}
          items={useActs(props)}
          trigger={{ size: 'small' }}
        />
      </span>
    </li>
  );
}
