/** Chooses the doctors whom an Assistant serves, among the doctors of an organisation. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CheckboxGroup } from '#web/ui/checkbox-group.tsx';
import { peopleListQuery } from './people-queries.ts';

type Props = {
  orgId: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
};

export function DoctorPicker({ orgId, value, onChange, error }: Props) {
  const { t } = useTranslation('people');
  const { data } = useQuery(peopleListQuery({ position: 'Doctor', orgId, frozen: 0 }));
  if (!data) return null;
  if (data.items.length === 0) return <p className="t-2 t-small">{t('invite.noDoctors')}</p>;
  return (
    <CheckboxGroup
      label={t('serves')}
      value={value}
      onChange={onChange}
      error={error}
      columns={2}
      options={data.items.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
}
