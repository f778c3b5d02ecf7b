/** The back office's organisations: the own one and those that it serves. */
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentUser } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { OrganisationDialog } from './OrganisationDialog.tsx';
import styles from './people.module.css';
import { managedOrganisations, type OrganisationItem } from './people-queries.ts';
import { useOrganisationName, useOrganisationNameById } from './useOrganisationName.ts';

export function Organisations() {
  const { t } = useTranslation('people');
  const { data: me } = useQuery(currentUser());
  if (!me) return <Skeleton lines={6} label={t('loading')} />;
  if (me.position !== 'Admin')
    return <EmptyState title={t('organisations.notYours')}>{t('organisations.notYoursHow')}</EmptyState>;
  return <OrganisationList />;
}

function useColumns(organisations: readonly OrganisationItem[], open: (one: OrganisationItem) => void) {
  const { t } = useTranslation('people');
  const nameOf = useOrganisationName();
  const nameById = useOrganisationNameById(organisations);
  const columns: Column<OrganisationItem>[] = [
    {
      id: 'name',
      header: t('organisations.name'),
      card: 'title',
      cell: one => (
        <button type="button" className={styles.open} onClick={() => open(one)}>
          {nameOf(one)}
        </button>
      ),
    },
    {
      id: 'kind',
      header: t('organisations.kind'),
      card: 'half',
      cell: ({ orgId, kind = 'clinic' }) => t(`organisations.kinds.${orgId === 'ediy' ? 'ediy' : kind}`),
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

function OrganisationList() {
  const { t } = useTranslation('people');
  const [open, setOpen] = useState<OrganisationItem | 'new' | null>(null);
  const { data, isError, refetch } = useQuery(managedOrganisations());
  const columns = useColumns(data ?? [], setOpen);
  if (isError && !data)
    return (
      <EmptyState
        title={t('organisations.failed')}
        action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
      />
    );
  if (!data) return <Skeleton lines={6} label={t('loading')} />;
  return (
    <>
      <div className={styles.bar}>
        <span className="push">
          <Button variant="primary" icon={<Building2 aria-hidden="true" />} onPress={() => setOpen('new')}>
            {t('organisations.add')}
          </Button>
        </span>
      </div>
      <Table
        label={t('organisations.section')}
        rows={data}
        columns={columns}
        rowKey={({ orgId }) => orgId}
        onOpen={setOpen}
        empty={<EmptyState title={t('organisations.none')} />}
      />
      {open && (
        <OrganisationDialog organisation={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
