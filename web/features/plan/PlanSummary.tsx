/** Summary of a plan in a few lines, for the narrow column. */

import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanBundle } from '#events/plan/bundle.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { VoidVersionNotice } from '#web/features/case/sections/PlanSection.tsx';
import { IsTargetContext } from '#web/features/viewer/useStageNameFormatter.ts';
import { formatMoment } from '#web/lib/format.ts';
import { planName } from '#web/lib/plan-name.ts';
import { KeyValueList } from '#web/ui/key-values.tsx';
import { Panel } from '#web/ui/panel.tsx';
import styles from './plan.module.css';

/** @param bundle null for a version without plan data: its procedures are unknown */
export function PlanSummary({ plan, bundle }: { plan: PlanItem; bundle: PlanBundle | null }) {
  const { t } = useTranslation(['review', 'caseDetail', 'case', 'rx']);
  const ofTarget = useContext(IsTargetContext);
  const ipr = bundle?.ipr ?? [];
  const mm = ipr.reduce((sum, one) => sum + one.mm, 0).toFixed(1);
  const done = bundle && [
    {
      label: t('review:facts.ipr'),
      value:
        ipr.length > 0
          ? t('review:facts.iprTeeth', { mm, count: ipr.length })
          : t('review:difference.noneShort'),
    },
    { label: t('review:facts.attachments'), value: bundle.attachments.length },
  ];
  const aligners = [
    {
      label: t('review:facts.aligners'),
      value: t('review:facts.both', { upper: plan.upperStages, lower: plan.lowerStages }),
    },
  ];
  return (
    <Panel title={t('review:facts.title')} note={planName(t, plan)}>
      <div className={styles.facts}>
        <KeyValueList
          labelWidth="84px"
          items={[
            ...(ofTarget ? [] : aligners),
            ...(ofTarget && ipr.length === 0 && !bundle?.attachments.length ? [] : (done ?? [])),
            {
              label: t('review:facts.hash'),
              value: `v${plan.version} · ${plan.bundle.slice(0, 4)}·${plan.bundle.slice(4, 8)}`,
            },
            { label: t('review:facts.by'), value: `${plan.by.name}, ${formatMoment(plan.at)}` },
          ]}
        />
        {plan.instructions && <p id="planInstructions">{plan.instructions}</p>}
        <VoidVersionNotice plan={plan} />
      </div>
    </Panel>
  );
}
