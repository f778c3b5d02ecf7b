/** List of people with search and filters; for an Admin with contacts, states and open invitations. */
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { positions } from '#events/person/position.ts';
import { useSingleKeysEnabled } from '#web/lib/single-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { FilterChoicePills } from '#web/ui/filter-chips.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { ListFooter, shownRowRange } from '#web/ui/list-screen.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table } from '#web/ui/table.tsx';
import { InvitationList } from './InvitationList.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import styles from './people.module.css';
import { importHref, type PeopleSearch, peopleHref, peopleTabs, personHref } from './people-links.ts';
import { managedOrganisationsQuery, type OrganisationItem, peopleListQuery } from './people-queries.ts';
import { UnfinishedImports } from './UnfinishedImports.tsx';
import { useOrganisationNameLookup } from './useOrganisationNameLookup.ts';
import { usePeopleColumns } from './usePeopleColumns.tsx';

type Go = (href: string, replace?: boolean) => void;
type Props = { search: PeopleSearch; go: Go; isAdmin: boolean };

export function PeopleList({ search, go, isAdmin }: Props) {
  const { t } = useTranslation(['people', 'import']);
  const [inviting, setInviting] = useState(false);
  const { data: organisations = [] } = useQuery({ ...managedOrganisationsQuery(), enabled: isAdmin });
  const invite = isAdmin && (
    <Button variant="primary" icon={<UserPlus aria-hidden="true" />} onPress={() => setInviting(true)}>
      {t('invite.open')}
    </Button>
  );
  return (
    <>
      <div className={styles.bar}>
        {isAdmin && (
          <FilterChoicePills
            label={t('tabs')}
            value={search.tab}
            options={peopleTabs.map(tab => ({
              value: tab,
              label: t(`tab.${tab}`),
              href: peopleHref(search, { tab }),
            }))}
          />
        )}
        <span className={`push ${styles.invites}`}>
          {isAdmin && <LinkButton href={importHref()}>{t('import:open')}</LinkButton>}
          {invite}
        </span>
      </div>
      {search.tab === 'invited' && isAdmin ? (
        <>
          <UnfinishedImports />
          <InvitationList
            page={search.page}
            pageHref={page => peopleHref(search, { page })}
            organisations={organisations}
            empty={
              <EmptyState title={t('invite.none')} action={invite}>
                {t('invite.how')}
              </EmptyState>
            }
          />
        </>
      ) : (
        <Everybody search={search} go={go} isAdmin={isAdmin} organisations={organisations} invite={invite} />
      )}
      {inviting && <InviteDialog organisations={organisations} onClose={() => setInviting(false)} />}
    </>
  );
}

type EverybodyProps = Props & { organisations: readonly OrganisationItem[]; invite: React.ReactNode };

const queryOf = ({ tab, q, position, org, page }: PeopleSearch) => ({
  ...{ page, position, keyword: q, orgId: org },
  frozen: tab === 'frozen' ? 1 : undefined,
  trial: tab === 'trial' ? 1 : undefined,
  factor: tab === 'noFactor' ? 0 : undefined,
  removed: tab === 'removed' ? 1 : undefined,
});

function Everybody({ search, go, isAdmin, organisations, invite }: EverybodyProps) {
  const { t } = useTranslation('people');
  const keys = useSingleKeysEnabled();
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...peopleListQuery(queryOf(search)),
    placeholderData: before => before,
  });
  const columns = usePeopleColumns({ isAdmin, organisations });
  const isNarrowed = Boolean(search.q || search.position || search.org || search.tab !== 'all');
  return (
    <>
      <Filters search={search} go={go} organisations={organisations} />
      {data ? (
        <Table
          label={t('title')}
          rows={data.items}
          columns={columns}
          rowKey={({ id }) => id}
          rowLabel={({ name }) => name}
          onOpen={isAdmin ? ({ id }) => go(personHref(id)) : undefined}
          singleKeys={keys}
          stale={isPlaceholderData || isError}
          empty={
            isNarrowed ? (
              <EmptyState
                title={t('empty.filter')}
                action={
                  <LinkButton
                    href={peopleHref({
                      ...search,
                      q: undefined,
                      position: undefined,
                      org: undefined,
                      tab: 'all',
                    })}
                  >
                    {t('empty.clear')}
                  </LinkButton>
                }
              />
            ) : (
              <EmptyState title={t('empty.title')} action={invite}>
                {t('empty.how')}
              </EmptyState>
            )
          }
          footer={
            data.items.length > 0 && (
              <ListFooter
                text={t('shown', {
                  ...shownRowRange(data.page, data.size, data.items.length),
                  total: data.total,
                })}
                list={data}
                label={t('pages')}
                href={page => peopleHref(search, { page })}
              />
            )
          }
        />
      ) : isError ? (
        <EmptyState
          title={t('failed')}
          action={<Button onPress={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <Skeleton lines={8} label={t('loading')} />
      )}
    </>
  );
}

type FiltersProps = Pick<EverybodyProps, 'search' | 'go' | 'organisations'>;

function Filters({ search, go, organisations }: FiltersProps) {
  const { t } = useTranslation(['people', 'case']);
  const nameOf = useOrganisationNameLookup();
  return (
    <div className={styles.filters}>
      <SearchField
        key={search.q}
        label={t('people:search')}
        placeholder={t('people:search')}
        defaultValue={search.q ?? ''}
        tone="box"
        onSubmit={text => go(peopleHref(search, { q: text.trim() || undefined }))}
      />
      <Select
        label={t('people:position')}
        hideLabel
        size="compact"
        value={search.position ?? 'any'}
        onChange={position => go(peopleHref(search, { position: position === 'any' ? undefined : position }))}
        options={[
          { value: 'any', label: t('people:anyPosition') },
          ...positions.map(value => ({ value, label: t(`case:position.${value}`) })),
        ]}
      />
      {organisations.length > 1 && (
        <Select
          label={t('people:organisation')}
          hideLabel
          size="compact"
          value={search.org ?? 'any'}
          onChange={org => go(peopleHref(search, { org: org === 'any' ? undefined : org }))}
          options={[
            { value: 'any', label: t('people:anyOrganisation') },
            ...organisations.map(one => ({ value: one.orgId, label: nameOf(one) })),
          ]}
        />
      )}
    </div>
  );
}
