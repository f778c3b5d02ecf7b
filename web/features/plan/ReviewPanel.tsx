/** Approving or refusing a version: one form, at the side of what is reviewed. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#events/case/options.ts';
import type { Action } from '#events/case/rules.ts';
import type { PlanItem } from '#projections/case/view.ts';
import { act } from '#web/lib/act.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { toast } from '#web/ui/toast.tsx';
import styles from './plan.module.css';

type Props = { caseId: string; action: Action; plan: PlanItem; onDone: () => void };

export function ReviewPanel({ caseId, action, plan, onDone }: Props) {
  const { t } = useTranslation(['review', 'case', 'error', 'action']);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [pending, setPending] = useState(false);
  const words = note.trim();

  const send = async (result: 'approved' | 'refused') => {
    setPending(true);
    const done = await act(caseId, action, {
      result,
      bundle: plan.bundle,
      ...(words ? { note: words } : {}),
    });
    setPending(false);
    setConfirming(false);
    if (!done.ok) return;
    toast({ text: t('action:done', { caseId }), tone: 'ok' });
    onDone();
  };
  // Ctrl Enter anywhere on the page, until the dialog that it opens takes the key for itself.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || confirming)
        return;
      event.preventDefault();
      setConfirming(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [confirming]);
  const refuse = () => (words ? void send('refused') : setMissing(true));

  return (
    <Panel title={t('review:decide')} note={t('review:version', { version: plan.version })}>
      <div className={styles.decide}>
        <TextArea
          label={t('review:note')}
          hint={t('review:noteHint')}
          value={note}
          maxLength={limits.noteMax}
          error={missing && !words ? t('error:issue.note-required') : undefined}
          onChange={value => {
            setNote(value);
            setMissing(false);
          }}
        />
        <p className="t-small t-2">
          {t('review:bound')}{' '}
          <code className="num">
            {plan.bundle.slice(0, 4)}·{plan.bundle.slice(4, 8)}
          </code>
        </p>
        <div className={styles.buttons}>
          <Button variant="danger" pending={pending} onPress={refuse}>
            {t('review:refuse')}
          </Button>
          <Button variant="primary" pending={pending} shortcut="Ctrl ↵" onPress={() => setConfirming(true)}>
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
          {caseId} · v{plan.version} · {plan.upperStages} / {plan.lowerStages}
        </p>
      </ConfirmDialog>
    </Panel>
  );
}
