/** /workbench: counters, cases that need this person, and recent events, with live updates. */

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isClinician } from '#events/person/position.ts';
import type { AnswerData } from '#services/api/answers.ts';
import { ActionHost } from '#web/features/action/ActionHost.tsx';
import { dayPart } from '#web/features/shell/navigation-bar.ts';
import { TrialDaysNotice } from '#web/features/shell/TrialDaysNotice.tsx';
import { hourOf } from '#web/lib/format.ts';
import { useChangedCaseIds } from '#web/lib/live-state.ts';
import { currentUserQuery, workbenchQuery } from '#web/lib/queries.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { CasesToDo } from './CasesToDo.tsx';
import { CaseCounters } from './Counters.tsx';
import { countersForPosition } from './counters.ts';
import { EventFeed } from './Feed.tsx';
import styles from './workbench.module.css';

/**
 * Only for the manufacturer, in its own chunk. Trap: a string renderer cannot wait for it, so the route's
 * loader preloads it; otherwise the browser renders the board again (React error 419).
 */
export const LazyManufacturerBench = lazyRouteComponent(
  () => import('./ManufacturerBench.tsx'),
  'ManufacturerBench',
);

/** @param setUp the set-up list of a new organisation */
export function Workbench(props: { now: number; setUp?: ReactNode }) {
  const { data } = useSuspenseQuery(workbenchQuery());
  return <WorkbenchView data={data} {...props} changed={useChangedCaseIds()} />;
}

type ViewProps = {
  data: AnswerData<'/api/workbench'>;
  now: number;
  /** Shown above the counters. */
  setUp?: ReactNode;
  changed: ReadonlySet<string>;
};

/** The workbench of now or of a past moment. */
export function WorkbenchView({ data, now, setUp, changed }: ViewProps) {
  const { t, i18n } = useTranslation(['workbench', 'caseList']);
  const { data: user } = useQuery(currentUserQuery());
  const makes = user?.position === 'VendorAdmin';
  const past = Boolean(data.asOf);
  const mayCreate = isClinician(user?.position) && !past;
  return (
    <ActionHost>
      <div className="page">
        <header className={styles.hello}>
          <div>
            <h1 className="t-page">
              {t(`workbench:greeting.${dayPart(hourOf(now))}`, { name: user?.name ?? '' })}
            </h1>
            <p>{t('workbench:waiting', { count: data.counts.waiting })}</p>
            <TrialDaysNotice until={user?.trialUntil} now={now} />
          </div>
          {mayCreate && (
            <span className="push">
              <LinkButton href="/addCase/pcEnter" variant="primary" icon={<Plus />}>
                {t('caseList:new')}
              </LinkButton>
            </span>
          )}
        </header>
        {setUp}
        {makes ? (
          <Suspense>
            <LazyManufacturerBench counts={data.counts} now={now} />
          </Suspense>
        ) : (
          <CaseCounters
            counters={countersForPosition(user?.position ?? '', data.counts)}
            position={user?.position ?? ''}
          />
        )}
        <div className={styles.cols}>
          <div>
            {/* The manufacturer's waiting cases are on the board. */}
            {makes ? (
              <EventFeed items={data.feed} fresh={changed} now={now} past={past} />
            ) : (
              <CasesToDo
                items={data.waiting}
                total={data.counts.waiting}
                now={now}
                lang={i18n.language}
                mayCreate={mayCreate}
                changed={changed}
              />
            )}
          </div>
          <div>
            {!makes && <EventFeed items={data.feed} fresh={changed} now={now} past={past} />}
            <Panel title={t('workbench:desk')}>
              <div className={styles.desk}>
                <p className="t-2">{t('workbench:deskHours')}</p>
              </div>
            </Panel>
          </div>
        </div>
      </div>
    </ActionHost>
  );
}
