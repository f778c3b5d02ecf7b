/** Approving or refusing a version: one form, at the side of what is reviewed. */
import { MessageSquare } from 'lucide-react';
import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import type { Action } from '#events/case/rules.ts';
import { pointsOf } from '#events/plan/review-points.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { OfTarget } from '#web/features/viewer/stage-words.ts';
import { act } from '#web/lib/act.ts';
import { usePanelKey } from '#web/lib/page-keys.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { oneColumn, Panel, useFolds } from '#web/ui/panel.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { Ticks } from './kept-ticks.ts';
import type { RedItem } from './red.ts';
import styles from './review.module.css';

type Props = {
  caseId: string;
  action: Action;
  plan: PlanItem;
  /** What was ticked: of the checklist it goes with the review, of what is red with an approval. */
  ticks: Ticks;
  onTick: (more: Partial<Ticks>) => void;
  /** Change requests that are still open. */
  asked: number;
  /** What is not as it should be: an approval acknowledges each of it. */
  red: readonly RedItem[];
  /** Why it cannot be approved yet: something is still being measured. */
  waits?: string | undefined;
  onDone: () => void;
};

type RedProps = {
  items: readonly RedItem[];
  taken: ReadonlySet<string>;
  onChange: (taken: Set<string>) => void;
};

function Red({ items, taken, onChange }: RedProps) {
  const { t } = useTranslation('review');
  const folded = useFolds(true, oneColumn);
  const done = items.filter(({ key }) => taken.has(key)).length;
  const take = (key: string, on: boolean) => {
    const next = new Set(taken);
    if (on) next.add(key);
    else next.delete(key);
    onChange(next);
  };
  return (
    <details className={styles.red} data-tinted open={!folded}>
      <summary className="t-strong">
        {t('red.title')}{' '}
        <span className="num">
          {done} / {items.length}
        </span>
      </summary>
      <ul>
        {items.map(({ key, text }) => (
          <li key={key}>
            <Checkbox checked={taken.has(key)} onChange={on => take(key, on)}>
              {text}
            </Checkbox>
          </li>
        ))}
      </ul>
      {items.some(({ key }) => key.startsWith('collision:')) && <p className="t-2">{t('red.measured')}</p>}
    </details>
  );
}

/** What is left open by an approval. */
type OpenProps = { checked: number; all: number; asked: number; acknowledged: number };

function Open({ checked, all, asked, acknowledged }: OpenProps) {
  const { t } = useTranslation('review');
  const lines = [
    t('confirm.checked', { count: checked, all }),
    t('confirm.asked', { count: asked }),
    t('confirm.acknowledged', { count: acknowledged }),
  ];
  return (
    <ul className={styles.plainList}>
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Ctrl Enter anywhere on the page, until the dialog that it opens takes the key for itself. */
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

export function ReviewPanel({ caseId, action, plan, ticks, onTick, asked, red, waits, onDone }: Props) {
  const { t } = useTranslation(['review', 'case', 'error', 'action']);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [writing, setWriting] = useState(false);
  const { taken } = ticks;
  const ofTarget = useContext(OfTarget);
  const points = pointsOf(ofTarget);
  const checked = points.filter(point => ticks.checked.has(point));
  const field = useRef<HTMLTextAreaElement>(null);
  const [confirming, setConfirming] = useState(false);
  const [pending, setPending] = useState(false);
  const words = note.trim();
  const bound = t('review:bound', { hash: `${plan.bundle.slice(0, 4)}·${plan.bundle.slice(4, 8)}` });
  // One line until it is used: the decision leaves the column to what is decided on.
  const open = missing || writing || note !== '';
  const acknowledged = red.map(item => item.key).filter(key => taken.has(key));
  const unseen = red.length - acknowledged.length;
  const why = waits ?? (unseen > 0 ? t('review:red.needed', { count: unseen }) : undefined);
  const left = why !== undefined;

  const send = async (result: 'approved' | 'refused') => {
    // Something may have come to be acknowledged while it was being confirmed.
    if (result === 'approved' && left) return setConfirming(false);
    setPending(true);
    const done = await act(caseId, action, {
      ...{ result, bundle: plan.bundle, checked },
      // Whoever refuses takes nothing as it is.
      ...(result === 'approved' && { acknowledged }),
      ...(words && { note: words }),
    });
    setPending(false);
    setConfirming(false);
    if (!done.ok) return;
    onTick({ checked: new Set(), taken: new Set() });
    toast({ text: t('action:done', { caseId }), tone: 'ok' });
    onDone();
  };
  const approve = () => setConfirming(true);
  useApproveKey(confirming || left, approve);
  usePanelKey('Ctrl ↵', t('review:approve', { version: plan.version }), true);
  const refuse = () => {
    if (words) return void send('refused');
    setMissing(true);
    field.current?.focus();
  };
  // What is missing is said under the field, which may lie beyond the edge of the column.
  useEffect(() => {
    if (missing) field.current?.closest('[data-note]')?.scrollIntoView({ block: 'nearest' });
  }, [missing]);

  return (
    <Panel title={t('review:decide')} note={t('review:version', { version: plan.version })} id="decide">
      <div className={styles.decide} data-writing={open ? '' : undefined}>
        {red.length > 0 && <Red items={red} taken={taken} onChange={keys => onTick({ taken: keys })} />}
        <div className={styles.noteField} data-note>
          <TextArea
            ref={field}
            label={t('review:note')}
            placeholder={t('review:noteHint')}
            value={note}
            rows={open ? 3 : 1}
            maxLength={open ? limits.noteMax : undefined}
            error={missing && !words ? t('error:issue.note-required') : undefined}
            onChange={value => {
              setNote(value);
              setMissing(false);
            }}
          />
        </div>
        <p className={`t-small t-2 ${styles.bound}`}>{bound}</p>
        <div className={styles.decision}>
          {why && <p className={`t-small ${styles.why}`}>{why}</p>}
          <span className={styles.write}>
            <IconButton
              variant="outline"
              label={t('review:write')}
              icon={<MessageSquare />}
              onPress={() => setWriting(now => !now)}
            />
          </span>
          <Button variant="danger" pending={pending} onPress={refuse}>
            {t('review:refuse')}
          </Button>
          <Button
            variant="primary"
            pending={pending}
            shortcut="Ctrl ↵"
            disabled={left}
            disabledReason={why}
            onPress={approve}
          >
            {t('review:approve', { version: plan.version })}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={confirming}
        title={t('review:approve', { version: plan.version })}
        confirm={t('review:approve', { version: plan.version })}
        cancel={t('action:cancel')}
        pending={pending}
        onConfirm={() => send('approved')}
        onClose={() => setConfirming(false)}
      >
        <p>{t(`case:confirm.${action}`)}</p>
        <p className="num">
          {caseId} · v{plan.version}
          {!ofTarget && ` · ${plan.upperStages} / ${plan.lowerStages}`}
        </p>
        <Open checked={checked.length} all={points.length} asked={asked} acknowledged={acknowledged.length} />
        <p className="t-small t-2">{bound}</p>
      </ConfirmDialog>
    </Panel>
  );
}
