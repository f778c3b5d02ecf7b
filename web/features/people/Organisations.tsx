/** The back office's organisations: the own one and those that it serves. */
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kindOfOrganisation } from '#events/person/organisation.ts';
import type { BackOfficeSectionProps } from '#web/lib/back-office-search-params.ts';
import { backOfficeHref } from '#web/lib/back-office-search-params.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import { NewOrganisationDialog } from './NewOrganisationDialog.tsx';
import { OrganisationPage } from './OrganisationPage.tsx';
import styles from './people.module.css';
import { managedOrganisationsQuery, type OrganisationItem } from './people-queries.ts';
import { useOrganisationNameByIdLookup, useOrganisationNameLookup } from './useOrganisationNameLookup.ts';

const organisationHref = (id: string) => backOfficeHref({ section: 'organisations', id });

export function Organisations({ search: { id }, go }: BackOfficeSectionProps) {
  const { t } = useTranslation('people');
  const { data: me } = useQuery(currentUserQuery());
  if (!me) return <Skeleton lines={6} label={t('loading')} />;
  if (me.position !== 'Admin')
    return <EmptyState title={t('organisations.notYours')}>{t('organisations.notYoursHow')}</EmptyState>;
  return <OrganisationList id={id} open={orgId => go(organisationHref(orgId))} />;
}

function useColumns(organisations: readonly OrganisationItem[]) {
  const { t } = useTranslation('people');
  const nameOf = useOrganisationNameLookup();
  const nameById = useOrganisationNameByIdLookup(organisations);
  const columns: TableColumn<OrganisationItem>[] = [
    {
      id: 'name',
      header: t('organisations.name'),
      card: 'title',
      cell: one => (
        <Link href={organisationHref(one.orgId)} className={styles.name}>
          {nameOf(one)}
        </Link>
      ),
    },
    {
      id: 'kind',
      header: t('organisations.kind'),
      card: 'half',
      cell: one => t(`organisations.kinds.${kindOfOrganisation(one)}`),
    },
    {
      id: 'zone',
      header: t('organisations.zone'),
      card: 'half',
      cell: ({ zone }) => zone.replaceAll('_', ' '),
    },
    {
      id: 'servedBy',
      header: t('organisations.servedBy'),
      hideBelow: 1279,
      card: 'hide',
      cell: ({ orgId, servedBy }) => (servedBy === orgId ? t('organisations.itself') : nameById(servedBy)),
    },
    {
      id: 'secondFactor',
      header: t('organisations.secondFactor'),
      hideBelow: 1279,
      card: 'hide',
      cell: ({ secondFactor = [] }) =>
        secondFactor.length === 0
          ? t('organisations.nobody')
          : t('organisations.required', { count: secondFactor.length }),
    },
  ];
  return columns;
}

function OrganisationList({ id, open }: { id: string | undefined; open: (orgId: string) => void }) {
  const { t } = useTranslation('people');
  const [adding, setAdding] = useState(false);
  const { data, isError, refetch } = useQuery(managedOrganisationsQuery());
  const columns = useColumns(data ?? []);
  if (isError && !data)
    return (
      <EmptyState
        title={t('organisations.failed')}
        action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  if (!data) return <Skeleton lines={6} label={t('loading')} />;
  if (id) return <Opened id={id} organisations={data} />;
  return (
    <>
      <div className={styles.bar}>
        <span className="push">
          <Button variant="primary" icon={<Building2 aria-hidden="true" />} onPress={() => setAdding(true)}>
            {t('organisations.add')}
          </Button>
        </span>
      </div>
      <Table
        label={t('organisations.section')}
        rows={data}
        columns={columns}
        rowKey={({ orgId }) => orgId}
        onOpen={({ orgId }) => open(orgId)}
        empty={<EmptyState title={t('organisations.none')} />}
      />
      {adding && (
        <NewOrganisationDialog organisations={data} onAdded={open} onClose={() => setAdding(false)} />
      )}
    </>
  );
}

function Opened({ id, organisations }: { id: string; organisations: readonly OrganisationItem[] }) {
  const { t } = useTranslation('people');
  const found = organisations.find(({ orgId }) => orgId === id);
  if (found) return <OrganisationPage key={id} organisation={found} organisations={organisations} />;
  const back = (
    <LinkButton href={backOfficeHref({ section: 'organisations' })}>{t('organisations.back')}</LinkButton>
  );
  return <EmptyState title={t('organisations.unknown')} action={back} />;
}
