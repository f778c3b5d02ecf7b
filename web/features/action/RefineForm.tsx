/** Asking for a refinement: its reason begins with what the chairside log says of the treatment until now. */
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import { dueAt, lostNow } from '#events/process/proposal.ts';
import type { CaseView } from '#projections/case/view.ts';
import { useBundle } from '#web/features/plan/useBundles.ts';
import { likelyStage, wornPlan } from '#web/features/process/stage.ts';
import { dayOf } from '#web/lib/format.ts';
import { useNow } from '#web/lib/now.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { FormDialog } from './FormDialog.tsx';
import type { FormProps } from './send.ts';
import { useForm } from './useForm.ts';

/** What was recorded, in words: nothing of it is a guess. Empty where nothing was. */
function useLog(detail: CaseView | undefined): string {
  const { t } = useTranslation(['process', 'caseDetail']);
  const today = dayOf(useNow());
  const bundle = useBundle(detail && wornPlan(detail));
  if (!detail || detail.visits.length === 0) return '';
  const stage = likelyStage(detail, today);
  const comma = t('caseDetail:comma');
  const ipr = bundle ? dueAt(bundle, detail.visits, stage).ipr : [];
  const sum = (of: 'planned' | 'done') => ipr.reduce((mm, one) => mm + one[of], 0).toFixed(2);
  const open = ipr.filter(one => one.due > 0).map(one => `${one.contact.replace('-', '/')} ${one.due} mm`);
  const lost = lostNow(detail.visits);
  return [
    ipr.length > 0 && t('process:iprSum', { stage, planned: sum('planned'), done: sum('done') }),
    open.length > 0 && `${t('process:iprOpen')} ${open.join(comma)}`,
    lost.length > 0 && t('process:lostNow', { teeth: lost.join(comma) }),
  ]
    .filter(Boolean)
    .join('\n');
}

export function RefineForm(props: FormProps) {
  const { t } = useTranslation(['case', 'process']);
  const form = useForm(props, { reason: null as string | null });
  const log = useLog(props.detail);
  // Until somebody types: the log, which is read after the dialog has opened.
  const reason = form.values.reason ?? log;
  return (
    <FormDialog
      form={props}
      pending={form.pending}
      disabled={reason.trim() === ''}
      disabledReason={t('process:reasonNeeds')}
      error={form.other(['reason'])}
      submit={() => void form.submit({ reason: reason.trim() })}
    >
      <TextArea
        label={t('case:note.refine')}
        hint={log === '' ? undefined : t('process:logSays')}
        required
        {...form.field('reason', reason)}
        maxLength={limits.noteMax}
      />
    </FormDialog>
  );
}
