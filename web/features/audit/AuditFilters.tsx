/** Filters of the audit: kind, person, case and days. Each is in the address. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { auditKinds } from '#events/audit/kinds.ts';
import { managedOrganisationsQuery, peopleListQuery } from '#web/features/people/people-queries.ts';
import {
  useOrganisationNameByIdLookup,
  useOrganisationNameLookup,
} from '#web/features/people/useOrganisationNameLookup.ts';
import type { BackOfficeSectionProps } from '#web/lib/back-office-search-params.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { ComboBox } from '#web/ui/combo-box.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { Link } from '#web/ui/link.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Select } from '#web/ui/select.tsx';
import styles from './audit.module.css';
import { type AuditSearch, auditFilterFields, auditHref } from './audit-links.ts';
import type { AuditItem } from './audit-queries.ts';
import { useAuditFormatters } from './useAuditFormatters.ts';

type Filter = (typeof auditFilterFields)[number];

type Props = { search: AuditSearch; go: BackOfficeSectionProps['go']; items: readonly AuditItem[] };

export function AuditFilters({ search, go, items }: Props) {
  const { t } = useTranslation('audit');
  const words = useAuditFormatters();
  const set = (change: Partial<AuditSearch>) => go(auditHref(search, { ...change, id: undefined }));
  return (
    <search aria-label={t('filters')}>
      <div className={styles.filters}>
        <Select
          label={t('kindLabel')}
          size="compact"
          value={search.kind ?? 'any'}
          onChange={kind => set({ kind: kind === 'any' ? undefined : kind })}
          options={[
            { value: 'any', label: t('allKinds') },
            ...auditKinds.map(value => ({ value, label: words.kind(value) })),
          ]}
        />
        <PersonFilter
          value={search.person ?? null}
          known={personIn(items, search.person)}
          onChoose={person => set({ person: person ?? undefined })}
        />
        <div className={styles.field}>
          <span className="t-small t-strong" aria-hidden="true">
            {t('case')}
          </span>
          <SearchField
            key={search.case}
            label={t('case')}
            defaultValue={search.case ?? ''}
            tone="box"
            onSubmit={text => set({ case: text.trim().toUpperCase() || undefined })}
          />
        </div>
        <OrganisationFilter value={search.org} onChoose={org => set({ org })} />
        <DateField
          label={t('from')}
          size="compact"
          value={search.from ?? null}
          onChange={from => set({ from: from ?? undefined })}
        />
        <DateField
          label={t('to')}
          size="compact"
          value={search.to ?? null}
          onChange={to => set({ to: to ?? undefined })}
        />
      </div>
      <Chosen search={search} items={items} />
    </search>
  );
}

type OrganisationProps = { value: string | undefined; onChoose: (orgId: string | undefined) => void };

/** One of several organisations, for an Admin whose own one serves others. */
function OrganisationFilter({ value, onChoose }: OrganisationProps) {
  const { t } = useTranslation('audit');
  const { data: me } = useQuery(currentUserQuery());
  const { data: organisations = [] } = useQuery({
    ...managedOrganisationsQuery(),
    enabled: me?.position === 'Admin',
  });
  const nameOf = useOrganisationNameLookup();
  if (organisations.length < 2) return null;
  return (
    <Select
      label={t('organisation')}
      size="compact"
      value={value ?? 'any'}
      onChange={orgId => onChoose(orgId === 'any' ? undefined : orgId)}
      options={[
        { value: 'any', label: t('anyOrganisation') },
        ...organisations.map(one => ({ value: one.orgId, label: nameOf(one) })),
      ]}
    />
  );
}

type PersonProps = {
  /** Id of the chosen person; null for everybody. */
  value: string | null;
  /** The chosen person, if an entry names them. */
  known: AuditItem['by'] | undefined;
  onChoose: (id: string | null) => void;
};

/** Finds people by name and chooses one. */
function PersonFilter({ value, known, onChoose }: PersonProps) {
  const { t } = useTranslation('audit');
  const [typed, setTyped] = useState('');
  const isChosen = known !== undefined && typed === known.name;
  const keyword = useDeferredValue(isChosen ? '' : typed.trim());
  const { data } = useQuery({
    ...peopleListQuery({ keyword: keyword || undefined }),
    placeholderData: keepPreviousData,
  });
  const found = (data?.items ?? []).map(({ id, name, userName }) => ({
    ...{ value: id, label: name, description: userName },
  }));
  // The chosen person is always an option, so that the field can show the name.
  const isFound = known === undefined || found.some(option => option.value === known.id);
  const options = isFound ? found : [{ value: known.id, label: known.name }, ...found];
  return (
    <ComboBox
      label={t('person')}
      size="compact"
      value={value}
      placeholder={t('personHint')}
      emptyText={t('nobody')}
      onInputChange={setTyped}
      onChange={id => id !== value && onChoose(id)}
      options={options}
    />
  );
}

/** The person of the filter, as an entry names them. */
function personIn(items: readonly AuditItem[], id: string | undefined) {
  const people = items.flatMap(({ by, people: about, sought }) => [
    by,
    ...about,
    ...(sought ? [sought] : []),
  ]);
  return people.find(person => person.id === id);
}

/** The filters that are set, each with a link that removes it. */
function Chosen({ search, items }: Pick<Props, 'search' | 'items'>) {
  const { t } = useTranslation('audit');
  const words = useAuditFormatters();
  const person = personIn(items, search.person);
  const { data: organisations = [] } = useQuery({
    ...managedOrganisationsQuery(),
    enabled: search.org !== undefined,
  });
  const organisationName = useOrganisationNameByIdLookup(organisations);
  const labels: { [F in Filter]: (value: NonNullable<AuditSearch[F]>) => string } = {
    kind: words.kind,
    person: () => (person ? t('of', { name: words.name(person) }) : t('ofPerson')),
    case: caseId => t('ofCase', { caseId }),
    org: organisationName,
    from: day => t('detail.from', { day }),
    to: day => t('detail.to', { day }),
  };
  const chosen = auditFilterFields.flatMap(field => {
    const value = search[field];
    // Cast: a field's label takes the values of that field.
    return value === undefined ? [] : [{ field, label: (labels[field] as (value: string) => string)(value) }];
  });
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.chosen}>
      {chosen.map(({ field, label }) => (
        <li key={field}>
          <Link
            href={auditHref(search, { [field]: undefined, id: undefined })}
            className={styles.chip}
            aria-label={t('remove', { filter: label })}
          >
            {label}
            <X aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
