/** Dialog for setDelivery: a case's future delivery address, saved or typed. */

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DeliveryAddress, deliveryAddressSchema } from '#events/case/sections.ts';
import { findIssues } from '#events/parse.ts';
import { isClinician } from '#events/person/position.ts';
import type { ActionFormProps } from '#web/features/actionForm/action-form.ts';
import { FormDialog } from '#web/features/actionForm/FormDialog.tsx';
import { useActionForm } from '#web/features/actionForm/useActionForm.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './address.module.css';
import { deliveryAddressParts } from './delivery-copy.ts';
import { SavedAddressPicker } from './SavedAddressPicker.tsx';

type Values = { address: Partial<DeliveryAddress> | undefined };

/** The typed address, trimmed and without empty parts. */
const trimmed = (address: Partial<DeliveryAddress>): Partial<DeliveryAddress> =>
  Object.fromEntries(
    deliveryAddressParts.flatMap(part => {
      const text = address[part]?.trim();
      return text ? [[part, text]] : [];
    }),
  );

export function DeliveryForm(props: ActionFormProps) {
  const { t } = useTranslation(['rx', 'error']);
  const { detail } = props;
  const { data: user } = useQuery(currentUserQuery());
  const form = useActionForm<Values>(props, { address: detail?.sections.data?.deliveryAddress });
  const [asked, setAsked] = useState(false);
  const address = form.values.address ?? detail?.sections.data?.deliveryAddress;
  const wrong = asked ? findIssues(deliveryAddressSchema, trimmed(address ?? {})) : [];
  const errorOf = (part: string) => {
    const issue = wrong.find(({ path }) => path === part);
    return issue ? t(`error:issue.${issue.issue}`, { ...issue.values }) : form.error(part);
  };
  const submit = () => {
    const sent = trimmed(address ?? {});
    setAsked(true);
    if (findIssues(deliveryAddressSchema, sent).length === 0) void form.submit(sent);
  };
  const fields = (
    <div className={styles.parts}>
      {deliveryAddressParts.map(part => (
        <TextField
          key={part}
          className={part === 'address' ? styles.wide : undefined}
          label={t(`rx:field.deliveryAddress.${part}`)}
          required
          type={part === 'phone' ? 'tel' : 'text'}
          autoComplete="off"
          value={address?.[part] ?? ''}
          onChange={text => form.set('address', { ...address, [part]: text })}
          error={errorOf(part)}
        />
      ))}
    </div>
  );
  // Only clinicians have saved addresses. Staff type the address.
  const own = isClinician(user?.position);
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={detail === undefined}
      error={form.other(deliveryAddressParts)}
      submit={submit}
    >
      {detail && own ? (
        <SavedAddressPicker
          doctorId={detail.header.owner.id}
          value={address}
          onChange={next => form.set('address', next)}
          disabled={false}
          preselects
        >
          {fields}
        </SavedAddressPicker>
      ) : (
        fields
      )}
    </FormDialog>
  );
}
