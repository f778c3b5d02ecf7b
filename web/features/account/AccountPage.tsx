/** /updateUser: the own account, in tabs. */

import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Addresses } from '#web/features/address/Addresses.tsx';
import { DataRequests } from '#web/features/dataRequest/DataRequests.tsx';
import { TrialDaysNotice } from '#web/features/shell/TrialDaysNotice.tsx';
import { useNow } from '#web/lib/now.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { AccountTabs } from './AccountTabs.tsx';
import styles from './account.module.css';
import type { AccountTab } from './account-tabs.ts';
import { DisplayPanels } from './DisplayPanels.tsx';
import { OwnProfilePanels } from './OwnProfilePanels.tsx';
import { SecurityPanels } from './SecurityPanels.tsx';

const contents: Record<AccountTab, () => React.ReactNode> = {
  me: OwnProfilePanels,
  security: SecurityPanels,
  addresses: Addresses,
  requests: DataRequests,
  display: DisplayPanels,
};

export function AccountPage({ tab }: { tab: AccountTab }) {
  const { t } = useTranslation('account');
  const { data: person } = useQuery(currentUserQuery());
  const Content = contents[tab];
  return (
    <div className="page">
      <h1 className={`t-page ${styles.title}`}>{t('title')}</h1>
      <TrialDaysNotice until={person?.trialUntil} now={useNow()} />
      <AccountTabs current={tab} />
      <Content />
    </div>
  );
}
