/** Fields that a new and an existing organisation share. */
import { useTranslation } from 'react-i18next';
import type { NewOrganisationInput } from '#events/person/organisation.ts';
import { Select } from '#web/ui/select.tsx';
import { TextField } from '#web/ui/text-field.tsx';

type Props<T> = { value: T; onChange: (value: T) => void; issueAt: (field: string) => string | undefined };

const nameMax = 100;

export function OrganisationNameFields({ value, onChange, issueAt }: Props<NewOrganisationInput['names']>) {
  const { t } = useTranslation('people');
  return (['zh-CN', 'en'] as const).map(lang => (
    <TextField
      key={lang}
      label={t(`organisations.nameIn.${lang}`)}
      required
      maxLength={nameMax}
      value={value[lang]}
      onChange={text => onChange({ ...value, [lang]: text })}
      error={issueAt(`names.${lang}`)}
    />
  ));
}

export function TimeZoneField({ value, onChange, issueAt }: Props<string>) {
  const { t } = useTranslation('people');
  return (
    <Select
      label={t('organisations.zone')}
      hint={t('organisations.zoneHow')}
      value={value}
      onChange={onChange}
      options={Intl.supportedValuesOf('timeZone').map(zone => ({
        value: zone,
        label: zone.replaceAll('_', ' '),
      }))}
      error={issueAt('zone')}
    />
  );
}
