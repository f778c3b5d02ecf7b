/** /updateUser: the own account, in tabs. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Addresses } from '#web/features/address/Addresses.tsx';
import { currentUser } from '#web/lib/queries.ts';
import { TabLinks } from '#web/ui/tab-links.tsx';
import styles from './account.module.css';
import { type AccountTab, accountHref, tabsOf } from './account-tabs.ts';
import { DisplayPanels } from './DisplayPanels.tsx';
import { MePanels } from './MePanels.tsx';
import { SecurityPanels } from './SecurityPanels.tsx';

const contents: Record<AccountTab, () => React.ReactNode> = {
  me: MePanels,
  security: SecurityPanels,
  addresses: Addresses,
  display: DisplayPanels,
};

export function AccountPage({ tab }: { tab: AccountTab }) {
  const { t } = useTranslation('account');
  const { data: person } = useQuery(currentUser());
  const Content = contents[tab];
  return (
    <div className="page">
      <h1 className={`t-page ${styles.title}`}>{t('title')}</h1>
      <TabLinks
        label={t('title')}
        current={tab}
        tabs={tabsOf(person?.position).map(id => ({ id, label: t(`tab.${id}`), href: accountHref(id) }))}
      />
      <Content />
    </div>
  );
}
