/** /analysis: the frame of its screens, with a tab for each that the person may open. */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnalysisScreen, screensOpenTo } from '#events/analysis/screens.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { TabLinks } from '#web/ui/tab-links.tsx';
import { AnalysisStart } from './AnalysisStart.tsx';
import styles from './analysis.module.css';
import { analysisHref } from './analysis-href.ts';
import { filtersForScreen } from './report/report-search.ts';
import { type AnalysisScreenProps, screenComponents } from './screen-components.ts';

/** @param asked the last part of the address, which names the screen; undefined on the first page */
export function AnalysisFrame({ asked, ...props }: AnalysisScreenProps & { asked: string | undefined }) {
  const { t } = useTranslation('analysis');
  const { data: me } = useQuery(currentUserQuery());
  const open = screensOpenTo(me?.position);
  const current = open.find(id => id === asked);
  const isOpen = asked === undefined ? open.length > 0 : current !== undefined;
  return (
    <div className="page">
      <h1 className={`t-page ${styles.title}`}>{t('title')}</h1>
      {me && !isOpen ? (
        <EmptyState title={t('notYours')}>{t('notYoursHow')}</EmptyState>
      ) : (
        <>
          <TabLinks
            label={t('screens')}
            current={current ?? ''}
            tabs={open.map(id => ({
              id,
              label: t(`screen.${id}`),
              href: analysisHref(id, filtersForScreen(current, id, props.search)),
            }))}
          />
          {current ? <Screen id={current} {...props} /> : <AnalysisStart screens={open} />}
        </>
      )}
    </div>
  );
}

function Screen({ id, ...props }: AnalysisScreenProps & { id: AnalysisScreen }) {
  const Component = screenComponents[id];
  return (
    <Suspense>
      <Component {...props} />
    </Suspense>
  );
}
