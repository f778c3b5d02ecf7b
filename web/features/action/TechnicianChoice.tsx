/** A choice of the organisation's technicians. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CustomControlProps } from '#web/features/actionForm/schema-dialog.ts';
import { techniciansQuery } from '#web/lib/queries.ts';
import { RadioGroup } from '#web/ui/radio-group.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** @param without id of the technician to leave out, who already has the case */
export function TechnicianChoice({
  without,
  value,
  onChange,
  error,
}: CustomControlProps & { without: string | undefined }) {
  const { t } = useTranslation('action');
  const people = useQuery(techniciansQuery());
  if (people.isPending) return <Skeleton lines={3} label={t('loading')} />;
  const others = (people.data ?? []).filter(person => person.id !== without);
  return (
    <RadioGroup
      label={t('technician')}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      error={error}
      options={others.map(person => ({ value: person.id, label: person.name }))}
    />
  );
}
