/** Form for one address in a drawer: all parts are required, with errors at each part. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { abroadProvince, isMainlandProvince, newAddressInputSchema } from '#events/address/address.ts';
import type { Issue } from '#events/errors.ts';
import { findIssues } from '#events/parse.ts';
import { type AddressItem, provincesQuery } from '#web/lib/queries.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ComboBox } from '#web/ui/combo-box.tsx';
import { Form } from '#web/ui/form.tsx';
import { Select } from '#web/ui/select.tsx';
import { SubmitDrawer } from '#web/ui/submit-dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './address.module.css';
import { addressCommands, addressPayload } from './address-commands.ts';

type Typed = {
  consignee: string;
  phone: string;
  province: string;
  city: string;
  address: string;
  zip: string;
  clinic: string;
  default: boolean;
};
const empty: Typed = {
  consignee: '',
  phone: '',
  province: '',
  city: '',
  address: '',
  zip: '',
  clinic: '',
  default: false,
};

/** The payload: trimmed texts without empty ones. */
function bodyOfTyped({ default: asDefault, ...texts }: Typed): Record<string, unknown> {
  const said = Object.entries(texts).map(([part, text]) => [part, text.trim()]);
  return {
    ...Object.fromEntries(said.filter(([, text]) => text !== '')),
    ...(asDefault ? { default: true } : {}),
  };
}

type Props = {
  /** The edited address; undefined for a new one. */
  address: AddressItem | undefined;
  onClose: () => void;
};

function useTyped({ address, onClose }: Props) {
  const { t } = useTranslation(['address', 'error']);
  const [typed, setTyped] = useState<Typed>(address ? { ...empty, ...addressPayload(address) } : empty);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Issue[]>([]);
  const [pending, setPending] = useState(false);
  const wrong = findIssues(newAddressInputSchema, bodyOfTyped(typed));
  const set = (patch: Partial<Typed>) => {
    setRefused([]);
    setTyped(before => ({ ...before, ...patch }));
  };
  const submit = async () => {
    if (pending) return;
    setLeft(new Set(Object.keys(typed)));
    if (wrong.length > 0) return;
    setPending(true);
    const body = bodyOfTyped(typed);
    const city = typed.province === abroadProvince ? { city: null } : {};
    const done = address
      ? await addressCommands.change(address.id, { ...body, ...city })
      : await addressCommands.add(body);
    setPending(false);
    if (!done.ok) return setRefused(done.error.issues);
    toast({ text: t('address:saved', { name: typed.consignee.trim() }), tone: 'ok' });
    onClose();
  };
  /** Each part of the address shows its error after losing the focus. */
  const error = (part: string) => {
    const issue = [...refused, ...(left.has(part) ? wrong : [])].find(i => i.path === part);
    return issue && t(`error:issue.${issue.issue}`, { ...issue.values });
  };
  const leave = (part: string) => setLeft(before => new Set([...before, part]));
  return { typed, set, submit, pending, error, leave };
}

export function AddressForm(props: Props) {
  const { address, onClose } = props;
  const { t } = useTranslation(['address', 'rx']);
  const form = useTyped(props);
  const { typed, set, submit, pending, error, leave } = form;
  const text = (part: 'consignee' | 'phone' | 'address' | 'zip' | 'clinic') => ({
    label: t(`rx:field.deliveryAddress.${part}`),
    required: true,
    autoComplete: 'off',
    value: typed[part],
    onChange: (value: string) => set({ [part]: value }),
    onBlur: () => leave(part),
    error: error(part),
  });
  const other = error('');
  return (
    <SubmitDrawer
      title={t(address ? 'address:editTitle' : 'address:addTitle')}
      cancel={t('address:cancel')}
      confirm={t('address:save')}
      pending={pending}
      shortcut="Ctrl ↵"
      submit={submit}
      onClose={onClose}
    >
      <Form className={styles.form} onSubmit={submit}>
        {other && <Banner tone="danger">{other}</Banner>}
        <TextField {...text('consignee')} autoFocus />
        <TextField {...text('phone')} type="tel" hint={t('address:phoneHint')} numeric />
        <TextField {...text('clinic')} />
        <Place form={form} />
        <TextField
          {...text('address')}
          hint={t(typed.province === abroadProvince ? 'address:addressAbroad' : 'address:addressHint')}
        />
        <TextField
          {...text('zip')}
          numeric
          hint={isMainlandProvince(typed.province) ? t('address:zipHint') : undefined}
        />
        {!address?.default && (
          <Checkbox checked={typed.default} onChange={checked => set({ default: checked })}>
            {t('address:asDefault')}
          </Checkbox>
        )}
        {/* Makes Enter in a field save the address. */}
        <input type="submit" hidden />
      </Form>
    </SubmitDrawer>
  );
}

function Place({ form: { typed, set, error, leave } }: { form: ReturnType<typeof useTyped> }) {
  const { t } = useTranslation('address');
  const { data: all = [] } = useQuery(provincesQuery());
  const cities = all.find(province => province.code === typed.province)?.cities ?? [];
  const choose = (province: string) => {
    const [only, ...more] = all.find(one => one.code === province)?.cities ?? [];
    // A province that is itself a city has this city only, which is chosen automatically.
    set({ province, city: only && more.length === 0 ? only.code : '' });
    leave('province');
  };
  return (
    <>
      <Select
        label={t('province')}
        required
        placeholder={t('choose')}
        value={typed.province}
        onChange={choose}
        onBlur={() => leave('province')}
        options={[
          ...all.map(province => ({ value: province.code, label: province.text })),
          { value: abroadProvince, label: t('abroad') },
        ]}
        error={error('province')}
      />
      {typed.province !== '' && typed.province !== abroadProvince && (
        <ComboBox
          key={typed.province}
          label={t('city')}
          required
          placeholder={t('findCity')}
          emptyText={t('noCity')}
          value={typed.city || null}
          onChange={city => set({ city: city ?? '' })}
          options={cities.map(city => ({ value: city.code, label: city.text, search: city.pinyin }))}
          error={error('city')}
        />
      )}
    </>
  );
}
