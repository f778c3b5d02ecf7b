/** The chairside log as text, as the start of a refinement's reason. */
import { useTranslation } from 'react-i18next';
import { dueChairsideWork, teethWithLostAttachments } from '#events/process/proposal.ts';
import type { CaseView } from '#projections/case/view.ts';
import { likelyStage, wornPlan } from '#web/features/process/likely-stage.ts';
import { useBundle } from '#web/features/viewer/useBundle.ts';

/** Returns only recorded items; empty if there are none. */
export function useTreatmentLogText(detail: CaseView | undefined, today: string): string {
  const { t } = useTranslation(['process', 'caseDetail']);
  const bundle = useBundle(detail && wornPlan(detail));
  if (!detail || detail.visits.length === 0) return '';
  const stage = likelyStage(detail, today);
  const comma = t('caseDetail:comma');
  const ipr = bundle ? dueChairsideWork(bundle, detail.visits, stage).ipr : [];
  const sum = (of: 'planned' | 'done') => ipr.reduce((mm, one) => mm + one[of], 0).toFixed(2);
  const open = ipr.filter(one => one.due > 0).map(one => `${one.contact.replace('-', '/')} ${one.due} mm`);
  const lost = teethWithLostAttachments(detail.visits);
  return [
    ipr.length > 0 && t('process:iprSum', { stage, planned: sum('planned'), done: sum('done') }),
    open.length > 0 && `${t('process:iprOpen')} ${open.join(comma)}`,
    lost.length > 0 && t('process:lostNow', { teeth: lost.join(comma) }),
  ]
    .filter(Boolean)
    .join('\n');
}
