/** Columns of the people's list. Contacts and states only for an Admin. */
import { useTranslation } from 'react-i18next';
import { dayOf } from '#web/lib/format.ts';
import { StatusChip } from '#web/ui/chip.tsx';
import { Link } from '#web/ui/link.tsx';
import type { TableColumn } from '#web/ui/table.tsx';
import styles from './people.module.css';
import { personHref } from './people-links.ts';
import type { OrganisationItem, PersonRow } from './people-queries.ts';
import { useOrganisationNameByIdLookup } from './useOrganisationNameLookup.ts';

type Options = { isAdmin: boolean; organisations: readonly OrganisationItem[] };

/** State of an account: removed, frozen, a trial with its end, or open; and that a required second factor is missing. */
export function AccountStateChips({
  person,
}: {
  person: Pick<PersonRow, 'frozen' | 'trialUntil' | 'secondFactor'> & { removed?: boolean };
}) {
  const { t } = useTranslation('people');
  const isMissing = person.secondFactor === 'missing' && !person.frozen && !person.removed;
  return (
    <span className={styles.states}>
      <Standing person={person} />
      {isMissing && <StatusChip tone="warn">{t('factor.missing')}</StatusChip>}
    </span>
  );
}

function Standing({ person }: { person: Pick<PersonRow, 'frozen' | 'trialUntil'> & { removed?: boolean } }) {
  const { t } = useTranslation('people');
  if (person.removed) return <StatusChip tone="neutral">{t('state.removed')}</StatusChip>;
  if (person.frozen) return <StatusChip tone="danger">{t('state.frozen')}</StatusChip>;
  if (person.trialUntil)
    return <StatusChip tone="warn">{t('state.trial', { day: dayOf(person.trialUntil) })}</StatusChip>;
  return <StatusChip tone="ok">{t('state.open')}</StatusChip>;
}

export function usePeopleColumns({ isAdmin, organisations }: Options): TableColumn<PersonRow>[] {
  const { t } = useTranslation(['people', 'case']);
  const organisationOf = useOrganisationNameByIdLookup(organisations);
  const name: TableColumn<PersonRow> = {
    id: 'name',
    header: t('people:name'),
    card: 'title',
    cell: ({ id, name: text }) =>
      isAdmin ? (
        <Link href={personHref(id)} className={styles.name}>
          {text}
        </Link>
      ) : (
        <span className={styles.name}>{text}</span>
      ),
  };
  const account: TableColumn<PersonRow>[] = [
    {
      id: 'userName',
      header: t('people:userName'),
      cell: ({ userName }) => <span className="num">{userName}</span>,
      card: 'half',
    },
    {
      id: 'position',
      header: t('people:position'),
      cell: ({ position }) => t(`case:position.${position}`),
      card: 'half',
    },
  ];
  if (!isAdmin) return [name, ...account];
  return [
    name,
    ...account,
    {
      id: 'organisation',
      header: t('people:organisation'),
      cell: ({ orgId }) => organisationOf(orgId),
      hideBelow: 1279,
    },
    {
      id: 'phone',
      header: t('people:phone'),
      cell: ({ phone }) => <span className="num">{phone}</span>,
      hideBelow: 1439,
      card: 'hide',
    },
    { id: 'email', header: t('people:email'), cell: ({ email }) => email, hideBelow: 1439, card: 'hide' },
    {
      id: 'state',
      header: t('people:stateTitle'),
      width: 190,
      card: 'end',
      cell: person => <AccountStateChips person={person} />,
    },
  ];
}
