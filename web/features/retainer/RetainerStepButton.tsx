/** The button for an order's next step with its dialog, or the link to reorder with the same data. */
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type RetainerAction, retainerActionByShortName } from '#events/retainer/retainer.ts';
import type { ActionFormProps, SendAction } from '#web/features/actionForm/action-form.ts';
import { keepFocusNear } from '#web/features/actionForm/keep-focus-near.ts';
import { refreshCase, refusalOf, sendCommand } from '#web/lib/act.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { retainerFormHref } from './retainer-search.ts';

const forms = {
  NoteForm: lazy(() => import('#web/features/actionForm/NoteForm.tsx').then(m => ({ default: m.NoteForm }))),
  DeliverForm: lazy(() => import('./deliver-dialog.tsx').then(m => ({ default: m.DeliverRetainerForm }))),
};

type Order = { id: string; caseId: string; retainer: number };
type Props = { order: Order; act: RetainerAction; size?: 'small' | 'medium' };

export function RetainerStepButton({ order, act, size = 'small' }: Props) {
  const { t } = useTranslation(['retainer', 'case']);
  const [open, setOpen] = useState(false);
  if (act === 'apply')
    return (
      <LinkButton size={size} href={retainerFormHref(order.caseId, order.retainer)}>
        {t('retainer:again')}
      </LinkButton>
    );
  return (
    <>
      <Button size={size} variant={act === 'receive' ? 'primary' : 'outline'} onPress={() => setOpen(true)}>
        {t(`case:retainer.action.${act}`)}
      </Button>
      {open && <StepDialog order={order} act={act} onClose={() => setOpen(false)} />}
    </>
  );
}

function StepDialog({ order, act, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('action');
  const { id, caseId } = order;
  const send: SendAction = async (_action, input) => {
    const parts = { id, action: act };
    const done = await sendCommand('POST', '/retainers/:id/actions/:action', input, { parts });
    const stale = !done.ok && (done.error.http === 409 || done.error.http === 404);
    if (done.ok || stale) await refreshCase(caseId);
    // A toast has explained that the step is no longer possible.
    if (stale) onClose();
    if (!done.ok) return refusalOf(done);
    toast({ text: t(`action:did.${retainerActionByShortName[act]}`, { caseId: id }), tone: 'ok' });
    keepFocusNear(id);
    return null;
  };
  const Form = forms[act === 'deliver' ? 'DeliverForm' : 'NoteForm'];
  // The dialogs show a case id: here, the order's id.
  const props: ActionFormProps = {
    action: retainerActionByShortName[act],
    caseId: id,
    detail: undefined,
    send,
    onClose,
  };
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}
