/** The plan's picture of a stage, for comparison with photos of the mouth. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseView } from '#projections/case/view.ts';
import { findPlanJson } from '#web/features/viewer/bundle.ts';
import { wornPlan } from './likely-stage.ts';
import styles from './process.module.css';

export function PlanStagePicture({ view, stage }: { view: CaseView; stage: number }) {
  const { t } = useTranslation('process');
  const [failed, setFailed] = useState(false);
  const plan = wornPlan(view);
  if (!plan || view.pages.plan !== 'open') return null;
  const caption = t('planned', { stage, version: plan.version });
  const id = encodeURIComponent(view.caseId);
  if (failed || !findPlanJson(plan.files)) return <p className="t-small t-2">{t('noPlanPicture')}</p>;
  return (
    <figure className={styles.shot}>
      <a className={styles.plan} href={`/eSetThreeDView?id=${id}&version=${plan.version}&stage=${stage}`}>
        <img
          src={`/api/cases/${id}/plans/${plan.version}/stages/${stage}/picture`}
          alt={caption}
          width={720}
          height={480}
          loading="lazy"
          onError={() => setFailed(true)}
        />
      </a>
      <figcaption aria-hidden="true">{caption}</figcaption>
    </figure>
  );
}
