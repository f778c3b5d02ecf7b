/** Tabs of the own account. A doctor's assistants are on a separate page, /userList. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { currentUserQuery } from '#web/lib/queries.ts';
import { TabLinks } from '#web/ui/tab-links.tsx';
import { type AccountTab, accountHref, accountTabsFor } from './account-tabs.ts';

export function AccountTabs({ current }: { current: AccountTab | 'assistants' }) {
  const { t } = useTranslation('account');
  const { data: person } = useQuery(currentUserQuery());
  const tabs = accountTabsFor(person?.position).map(id => ({
    id,
    label: t(`tab.${id}`),
    href: accountHref(id),
  }));
  const assistants = { id: 'assistants', label: t('tab.assistants'), href: '/userList' };
  return (
    <TabLinks
      label={t('title')}
      current={current}
      tabs={person?.position === 'Doctor' ? [...tabs, assistants] : tabs}
    />
  );
}
