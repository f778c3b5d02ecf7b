/** Bar at the bottom of the window to approve or refuse a version, clear of the content under review. */
import { MessageSquare } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reason } from '#events/case/reasons.ts';
import type { Action } from '#events/case/rules.ts';
import { reviewPointsFor } from '#events/plan/review-points.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { showDoneToast } from '#web/features/actionForm/done-toast.ts';
import { IsTargetContext } from '#web/features/viewer/useStageNameFormatter.ts';
import { takeAction } from '#web/lib/act.ts';
import { usePanelShortcut } from '#web/lib/page-shortcuts.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { useNavigateTo } from '#web/ui/link.tsx';
import styles from './decision.module.css';
import { ReviewNoteDialog } from './ReviewNoteDialog.tsx';
import { type RedItem, type ReviewApproval, reviewApprovalOf } from './red-items.ts';
import type { ReviewTicks } from './stored-ticks.ts';

type Props = {
  caseId: string;
  action: Action;
  plan: PlanItem;
  /** The checklist goes with every review, the acknowledged points with an approval. */
  ticks: ReviewTicks;
  onTick: (more: Partial<ReviewTicks>) => void;
  /** Number of open change requests. */
  asked: number;
  red: readonly RedItem[];
  /** The reason why approval must wait: a measurement is running. */
  waits?: string;
  /** Scrolls to the checklist or to the red points. */
  onShow: (what: 'checklist' | 'red') => void;
  onDone: () => void;
};

/** Requests and comments that an approval leaves open. */
type OpenProps = { checked: number; all: number; asked: number; acknowledged: number };

function Open({ checked, all, asked, acknowledged }: OpenProps) {
  const { t } = useTranslation('review');
  const lines = [
    t('confirm.checked', { count: checked, all }),
    t('confirm.asked', { count: asked }),
    t('confirm.acknowledged', { count: acknowledged }),
  ];
  return (
    <ul className={styles.open}>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Ctrl Enter anywhere on the page, until the dialog handles the key itself. */
function useApproveKey(off: boolean, approve: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || off) return;
      event.preventDefault();
      approve();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [off, approve]);
}

type Refusal = { result: 'refused'; reasons?: readonly Reason[] };

/** Sends a review of this version. */
function useReview({ caseId, action, plan, ticks, onTick, onDone }: Props, all: readonly string[]) {
  const go = useNavigateTo();
  const [pending, setPending] = useState(false);
  const checked = all.filter(point => ([...ticks.checked] as string[]).includes(point));
  const send = async (input: ReviewApproval | Refusal, note: string) => {
    setPending(true);
    const words = note.trim();
    const sent = { ...input, bundle: plan.bundle, checked, ...(words && { note: words }) };
    const done = await takeAction(caseId, action, sent);
    setPending(false);
    if (!done.ok) return;
    onTick({ checked: new Set(), taken: new Set() });
    showDoneToast({ action, caseId, input: sent, answer: done.answer.data, go });
    onDone();
  };
  return { checked, pending, send };
}

export function ReviewDecisionBar(props: Props) {
  const { caseId, action, plan, ticks, asked, red, waits, onShow } = props;
  const { t } = useTranslation(['review', 'case', 'action']);
  const [note, setNote] = useState('');
  const [reasons, setReasons] = useState<readonly Reason[]>([]);
  const [writing, setWriting] = useState<'refuse' | 'keep' | null>(null);
  const [confirming, setConfirming] = useState(false);
  const ofTarget = useContext(IsTargetContext);
  const points = reviewPointsFor(ofTarget);
  const { checked, pending, send } = useReview(props, points);
  const acknowledged = red.map(item => item.key).filter(key => ticks.taken.has(key));
  const unseen = red.length - acknowledged.length;
  const why = waits ?? (unseen > 0 ? t('review:red.needed', { count: unseen }) : undefined);
  const bound = t('review:bound', { hash: `${plan.bundle.slice(0, 4)}·${plan.bundle.slice(4, 8)}` });
  const approve = () => setConfirming(true);
  useApproveKey(confirming || writing !== null || why !== undefined, approve);
  usePanelShortcut('Ctrl ↵', t('review:approve', { version: plan.version }), true);
  const confirm = async () => {
    // New red points may have appeared while the approval was being confirmed.
    const approval = reviewApprovalOf(red, ticks.taken, waits !== undefined);
    if (approval) await send(approval, note);
    setConfirming(false);
  };
  const refuse = async () => {
    await send({ result: 'refused', ...(reasons.length > 0 && { reasons }) }, note);
    setWriting(null);
  };
  return (
    <section className={styles.decide} aria-label={t('review:decide')}>
      <p className={styles.what}>
        <b className="t-strong">{t('review:decide')}</b> <span className="t-2">{bound}</span>
      </p>
      <div className={styles.points}>
        <Button size="small" variant="quiet" onPress={() => onShow('checklist')}>
          {t('review:checklist')} <span className="num">{`${checked.length} / ${points.length}`}</span>
        </Button>
        {red.length > 0 && (
          <Button size="small" variant={unseen > 0 ? 'danger' : 'quiet'} onPress={() => onShow('red')}>
            {t('review:red.short')} <span className="num">{`${acknowledged.length} / ${red.length}`}</span>
          </Button>
        )}
      </div>
      <p className={styles.why} role="status" data-why={why && !waits ? 'red' : undefined}>
        {why ?? <span className={styles.bound}>{bound}</span>}
      </p>
      <div className={styles.buttons}>
        <IconButton
          variant="outline"
          label={t(note.trim() ? 'review:noteWritten' : 'review:note')}
          icon={<MessageSquare />}
          dot={note.trim() !== ''}
          onPress={() => setWriting('keep')}
        />
        <Button variant="danger" onPress={() => setWriting('refuse')}>
          {t('review:refuse')}
        </Button>
        <Button
          variant={checked.length === points.length ? 'primary' : 'outline'}
          pending={pending && confirming}
          shortcut="Ctrl ↵"
          disabled={why !== undefined}
          disabledReason={why}
          onPress={approve}
        >
          {t('review:approve', { version: plan.version })}
        </Button>
      </div>
      <ReviewNoteDialog
        purpose={writing}
        version={plan.version}
        note={note}
        action={action}
        reasons={reasons}
        onReasons={setReasons}
        pending={pending}
        onChange={setNote}
        onRefuse={() => void refuse()}
        onClose={() => setWriting(null)}
      />
      <ConfirmDialog
        open={confirming}
        title={t('review:approve', { version: plan.version })}
        confirm={t('review:approve', { version: plan.version })}
        cancel={t('action:cancel')}
        pending={pending}
        onConfirm={confirm}
        onClose={() => setConfirming(false)}
      >
        <p>{t(`case:confirm.${action}`)}</p>
        <p className="num">
          {caseId} · v{plan.version}
          {!ofTarget && ` · ${plan.upperStages} / ${plan.lowerStages}`}
        </p>
        <Open checked={checked.length} all={points.length} asked={asked} acknowledged={acknowledged.length} />
        {note.trim() && <p className={styles.noted}>{note.trim()}</p>}
        <p className="t-small t-2">{bound}</p>
      </ConfirmDialog>
    </section>
  );
}
