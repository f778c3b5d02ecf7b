/** The back office's single sign-on: of one of the organisations that the Admin manages. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type BackOfficeSearchParams,
  backOfficeHref,
} from '#web/features/backOffice/back-office-search-params.ts';
import { currentUser } from '#web/lib/queries.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { managedOrganisations } from './people-queries.ts';
import { SingleSignOnPanel } from './SingleSignOnPanel.tsx';
import styles from './singleSignOn.module.css';
import { useOrganisationName } from './useOrganisationName.ts';

type Props = { search: BackOfficeSearchParams; go: (href: string, replace?: boolean) => void };

export function SingleSignOnSection(props: Props) {
  const { t } = useTranslation('sso');
  const { data: me } = useQuery(currentUser());
  if (!me) return <Skeleton lines={6} label={t('loading')} />;
  if (me.position !== 'Admin') return <EmptyState title={t('notYours')}>{t('notYoursHow')}</EmptyState>;
  return <OfOrganisation {...props} ownId={me.orgId} />;
}

function OfOrganisation({ search, go, ownId }: Props & { ownId: string }) {
  const { t } = useTranslation('sso');
  const nameOf = useOrganisationName();
  const { data, isError, refetch } = useQuery(managedOrganisations());
  if (isError && !data)
    return (
      <EmptyState title={t('failed')} action={<Button onPress={() => void refetch()}>{t('retry')}</Button>} />
    );
  if (!data) return <Skeleton lines={6} label={t('loading')} />;
  const orgId = data.find(one => one.orgId === search.org)?.orgId ?? ownId;
  return (
    <>
      <div className={styles.choice}>
        <Select
          label={t('of')}
          value={orgId}
          onChange={org => go(backOfficeHref({ section: 'singleSignOn', org }), true)}
          options={data.map(one => ({ value: one.orgId, label: nameOf(one) }))}
        />
      </div>
      <SingleSignOnPanel key={orgId} orgId={orgId} />
    </>
  );
}
