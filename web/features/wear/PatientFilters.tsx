/** Filters of the patient list: state of the wear, and one menu per patient property. */
import { useTranslation } from 'react-i18next';
import { patientTypes } from '#events/wear/patient-type.ts';
import type { PatientList } from '#projections/patients/view.ts';
import { FilterChoicePills } from '#web/ui/filter-chips.tsx';
import { Menu, type MenuItemData } from '#web/ui/menu.tsx';
import {
  chosenFilterValues,
  type PatientListFilter,
  type PatientSearch,
  patientListFilters,
  patientListSearch,
  toggleFilterHref,
} from './patient-search.ts';

/** Chips that filter patients by the state of their wear, with counts. */
export function WearStateFilterChips({
  search,
  types,
}: {
  search: PatientSearch;
  types: PatientList['types'] | undefined;
}) {
  const { t } = useTranslation('wear');
  const all = types && Object.values(types).reduce((a, b) => a + b, 0);
  return (
    <FilterChoicePills
      label={t('byType')}
      value={search.type ?? 'all'}
      options={[
        {
          value: 'all',
          label: t('type.all'),
          count: all,
          href: patientListSearch.href(search, { type: null }),
        },
        ...patientTypes.map(type => ({
          value: type,
          label: t(`type.${type}`),
          count: types?.[type],
          href: patientListSearch.href(search, { type }),
        })),
      ]}
    />
  );
}

/** Dictionary group of each filter's choices. */
const wordsOf: Record<PatientListFilter, string> = {
  gender: 'gender',
  diagnosis: 'diagnosis',
  correction: 'correction',
  doc: 'productType',
};

type Props = { search: PatientSearch; go: (href: string) => void; clinics: readonly string[] };

/** The menu's button shows the chosen values. */
function FilterMenu({ label, items }: { label: string; items: MenuItemData[] }) {
  const set = items.filter(item => item.checked).map(item => item.label);
  return (
    <Menu
      label={label}
      trigger={{
        children: set.length > 0 ? `${label}: ${set.join(', ')}` : label,
        size: 'small',
        variant: 'quiet',
      }}
      items={[{ section: label, items }]}
    />
  );
}

export function PatientFilterMenus({ search, go, clinics }: Props) {
  const { t } = useTranslation(['wear', 'rx']);
  const filters = Object.keys(patientListFilters) as PatientListFilter[];
  return (
    <>
      {filters.map(filter => (
        <FilterMenu
          key={filter}
          label={t(`wear:filter.${filter}`)}
          items={patientListFilters[filter].map(value => ({
            id: `${filter}-${value}`,
            label: t(`rx:option.${wordsOf[filter]}.${value}`),
            checked: chosenFilterValues(search, filter).includes(value),
            onPress: () => go(toggleFilterHref(search, filter, value)),
          }))}
        />
      ))}
      {clinics.length > 1 && (
        <FilterMenu
          label={t('wear:filter.clinic')}
          items={clinics.map(clinic => ({
            id: `clinic-${clinic}`,
            label: clinic,
            checked: search.clinic === clinic,
            onPress: () =>
              go(patientListSearch.href(search, { clinic: search.clinic === clinic ? null : clinic })),
          }))}
        />
      )}
    </>
  );
}
