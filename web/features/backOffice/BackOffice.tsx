/**
 * /backOffice: content that the organisation publishes to its customers, for people with the right to edit
 * it.
 */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type BackOfficeSectionProps, backOfficeHref } from '#web/lib/back-office-search-params.ts';
import { buttonRightsQuery } from '#web/lib/queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TabLinks } from '#web/ui/tab-links.tsx';
import { backOfficeSectionOf, backOfficeSections } from './back-office-sections.ts';
import styles from './backOffice.module.css';

export function BackOffice({ search, go }: BackOfficeSectionProps) {
  const { t } = useTranslation(['backOffice', 'shell', 'desk', 'people', 'audit']);
  const { data: granted } = useQuery(buttonRightsQuery());
  const { id: current, Content } = backOfficeSectionOf(search);
  return (
    <div className="page">
      <h1 className={`t-page ${styles.title}`}>{t('shell:menu.backOffice')}</h1>
      {granted && !granted.includes('backstageManage') ? (
        <EmptyState title={t('backOffice:notYours')}>{t('backOffice:notYoursHow')}</EmptyState>
      ) : (
        <>
          <TabLinks
            label={t('backOffice:sections')}
            current={current}
            tabs={backOfficeSections.map(({ id, word }) => ({
              id,
              label: t(word),
              href: backOfficeHref({ section: id }),
            }))}
          />
          {granted && <Content search={search} go={go} />}
        </>
      )}
    </div>
  );
}
