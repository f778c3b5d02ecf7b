/** Open invitations, each with the state of its message. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { dayOf } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusChip } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListFooter, shownRowRange } from '#web/ui/list-screen.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Table, type TableColumn } from '#web/ui/table.tsx';
import type { Tone } from '#web/ui/theme.ts';
import { toast } from '#web/ui/toast.tsx';
import styles from './people.module.css';
import {
  type InvitationItem,
  type OrganisationItem,
  renewInvitation,
  unansweredInvitationsQuery,
  withdrawInvitation,
} from './people-queries.ts';
import { useOrganisationNameByIdLookup } from './useOrganisationNameLookup.ts';

const tones: Record<InvitationItem['sending'], Tone> = {
  waiting: 'info',
  sent: 'ok',
  failed: 'danger',
  expired: 'warn',
};

type Props = {
  page: number;
  pageHref: (page: number) => string;
  organisations: readonly OrganisationItem[];
  /** Shown if there is no invitation. */
  empty: ReactNode;
  /** Narrows the list to one import. */
  importId?: string;
};

function Acts({ invitation: { id, name, email, phone } }: { invitation: InvitationItem }) {
  const { t } = useTranslation('people');
  const renew = async () => {
    const done = await renewInvitation(id);
    if (done.ok) toast({ text: t('invite.sent', { address: email ?? phone }), tone: 'ok' });
  };
  const withdraw = async () => {
    const done = await withdrawInvitation(id);
    if (done.ok) toast({ text: t('invite.withdrawn', { name }), tone: 'ok' });
  };
  return (
    <Menu
      label={t('actsFor', { name })}
      trigger={{ size: 'small' }}
      items={[
        { id: 'renew', label: t('invite.again'), onPress: () => void renew() },
        { id: 'withdraw', label: t('invite.withdraw'), danger: true, onPress: () => void withdraw() },
      ]}
    />
  );
}

function useInvitationColumns(organisations: Props['organisations']): TableColumn<InvitationItem>[] {
  const { t } = useTranslation(['people', 'case']);
  const organisationOf = useOrganisationNameByIdLookup(organisations);
  return [
    {
      id: 'name',
      header: t('people:name'),
      card: 'title',
      cell: ({ name }) => <span className={styles.name}>{name}</span>,
    },
    { id: 'address', header: t('people:invite.address'), cell: ({ email, phone }) => email ?? phone },
    {
      id: 'position',
      header: t('people:position'),
      card: 'half',
      cell: ({ position }) => t(`case:position.${position}`),
    },
    {
      id: 'organisation',
      header: t('people:organisation'),
      hideBelow: 1279,
      card: 'half',
      cell: ({ orgId }) => organisationOf(orgId),
    },
    {
      id: 'by',
      header: t('people:invite.by'),
      hideBelow: 1279,
      card: 'hide',
      cell: ({ by }) => by.name,
    },
    {
      id: 'sending',
      header: t('people:invite.mail'),
      card: 'end',
      cell: ({ sending, until }) => (
        <StatusChip
          tone={tones[sending]}
          note={sending === 'sent' && until ? t('people:invite.until', { day: dayOf(until) }) : undefined}
        >
          {t(`people:sending.${sending}`)}
        </StatusChip>
      ),
    },
    {
      id: 'acts',
      header: t('people:acts'),
      headerHidden: true,
      width: 56,
      align: 'end',
      card: 'action',
      cell: invitation => <Acts invitation={invitation} />,
    },
  ];
}

export function InvitationList({ page, pageHref, organisations, empty, importId }: Props) {
  const { t } = useTranslation('people');
  const { data, isError, refetch } = useQuery(unansweredInvitationsQuery(page, importId));
  const columns = useInvitationColumns(organisations);
  if (isError && !data)
    return (
      <EmptyState title={t('failed')} action={<Button onPress={() => void refetch()}>{t('retry')}</Button>} />
    );
  if (!data) return <Skeleton lines={6} label={t('loading')} />;
  return (
    <Table
      label={t('tab.invited')}
      rows={data.items}
      columns={columns}
      rowKey={({ id }) => id}
      empty={empty}
      footer={
        data.items.length > 0 && (
          <ListFooter
            text={t('shown', {
              ...shownRowRange(data.page, data.size, data.items.length),
              total: data.total,
            })}
            list={data}
            label={t('pages')}
            href={pageHref}
          />
        )
      }
    />
  );
}
