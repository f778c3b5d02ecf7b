/** Position, organisation and served doctors of a person. */
import { useTranslation } from 'react-i18next';
import { positions } from '#events/person/position.ts';
import { Select } from '#web/ui/select.tsx';
import { DoctorPicker } from './DoctorPicker.tsx';
import type { OrganisationItem } from './people-queries.ts';
import { useOrganisationNameLookup } from './useOrganisationNameLookup.ts';

export type TypedPosition = { position: string; orgId: string; serves: readonly string[] };

type Props = {
  value: TypedPosition;
  onChange: (value: TypedPosition) => void;
  organisations: readonly OrganisationItem[];
  issueAt: (field: string) => string | undefined;
};

export function PositionFields({ value, onChange, organisations, issueAt }: Props) {
  const { t } = useTranslation(['people', 'case']);
  const nameOf = useOrganisationNameLookup();
  return (
    <>
      <Select
        label={t('people:position')}
        required
        value={value.position}
        placeholder={t('people:choose')}
        onChange={position => onChange({ ...value, position, serves: [] })}
        options={positions.map(one => ({ value: one, label: t(`case:position.${one}`) }))}
        error={issueAt('position')}
      />
      {organisations.length > 1 && (
        <Select
          label={t('people:organisation')}
          required
          value={value.orgId}
          onChange={orgId => onChange({ ...value, orgId, serves: [] })}
          options={organisations.map(one => ({ value: one.orgId, label: nameOf(one) }))}
          error={issueAt('orgId')}
        />
      )}
      {value.position === 'Assistant' && (
        <DoctorPicker
          orgId={value.orgId}
          value={value.serves}
          onChange={serves => onChange({ ...value, serves })}
          error={issueAt('serves')}
        />
      )}
    </>
  );
}
