/** The chairside log: planned and performed IPR per contact, and all visits. */

import { useTranslation } from 'react-i18next';
import { dueChairsideWork } from '#events/process/proposal.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useBundle } from '#web/features/viewer/useBundle.ts';
import { actorName } from '#web/lib/actor-name.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { likelyStage, wornPlan } from './likely-stage.ts';
import { sortNewestFirst } from './newest-first.ts';
import styles from './process.module.css';
import { RemoveEntryButton } from './RemoveEntryButton.tsx';

type VisitItem = CaseView['visits'][number];

function Visit({ view, visit, past }: { view: CaseView; visit: VisitItem; past: boolean }) {
  const { t } = useTranslation(['process', 'caseDetail']);
  const { date, stage, by, ipr, attachments, note } = visit;
  const cuts = ipr.map(({ between, mm }) => `${between.join('/')} ${mm} mm`);
  const bonds = attachments.map(({ tooth, what }) =>
    t('process:didTo', { tooth, what: t(`process:doing.${what}`) }),
  );
  return (
    <li className={styles.record}>
      <div className={styles.head}>
        <h4 className="t-strong num">{t(stage === 0 ? 'process:atStart' : 'process:atStage', { stage })}</h4>
        <span className="num t-2">{date}</span>
        <span className="t-2">{actorName(by, t)}</span>
        {!past && view.may.removeVisit === 'yes' && (
          <span className="push">
            <RemoveEntryButton
              caseId={view.caseId}
              action="removeVisit"
              input={{ visit: visit.visit }}
              what={{ date, stage }}
            />
          </span>
        )}
      </div>
      {cuts.length > 0 && (
        <p className={styles.said}>
          {t('process:iprTitle')} <span className="num">{cuts.join(t('caseDetail:comma'))}</span>
        </p>
      )}
      {bonds.length > 0 && <p className={styles.said}>{bonds.join(t('caseDetail:comma'))}</p>}
      {note && <p className={styles.said}>{note}</p>}
    </li>
  );
}

/** Planned IPR up to today's aligner that is not recorded. */
function Open({ view, today }: { view: CaseView; today: string }) {
  const { t } = useTranslation(['process', 'caseDetail']);
  const bundle = useBundle(wornPlan(view));
  const stage = likelyStage(view, today);
  if (!bundle || stage === 0) return null;
  const { ipr } = dueChairsideWork(bundle, view.visits, stage);
  const [planned, done] = [ipr.map(one => one.planned), ipr.map(one => one.done)].map(all =>
    all.reduce((sum, mm) => sum + mm, 0).toFixed(2),
  );
  const open = ipr.filter(one => one.due > 0);
  if (ipr.length === 0) return null;
  return (
    <p className={styles.said}>
      {t('process:iprSum', { stage, planned, done })}
      {open.length > 0 && (
        <>
          {' '}
          {t('process:iprOpen')}{' '}
          <b className="num">
            {open.map(one => `${one.contact.replace('-', '/')} ${one.due} mm`).join(t('caseDetail:comma'))}
          </b>
        </>
      )}
    </p>
  );
}

export function Visits({ view, past, today }: { view: CaseView; past: boolean; today: string }) {
  const { t } = useTranslation('process');
  return (
    <section className={styles.log}>
      <h3 className="eyebrow">{t('logTitle')}</h3>
      <Open view={view} today={today} />
      {view.visits.length === 0 ? (
        <EmptyState title={t('emptyVisits')} arch={false}>
          {t('emptyVisitsHow')}
        </EmptyState>
      ) : (
        <ul className={styles.records}>
          {sortNewestFirst(view.visits).map(visit => (
            <Visit key={visit.visit} view={view} visit={visit} past={past} />
          ))}
        </ul>
      )}
    </section>
  );
}
