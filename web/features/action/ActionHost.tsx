/** Host of action dialogs, one per page: opens the dialog, sends its input, and restores the focus. */
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { Action } from '#events/case/rules.ts';
import type { ActionFormProps, SendAction } from '#web/features/actionForm/action-form.ts';
import { type ActionableCase, ActionHostContext } from '#web/features/actionForm/action-host.ts';
import { keepFocusNear } from '#web/features/actionForm/keep-focus-near.ts';
import { useSendAction } from '#web/features/actionForm/useSendAction.ts';
import type { WearDialogAction } from '#web/features/wear/dialogs.tsx';
import { caseViewQuery } from '#web/lib/queries.ts';
import { useNavigateTo } from '#web/ui/link.tsx';
import type { CaseDialogAction } from './dialogs.tsx';

const forms = {
  NoteForm: lazy(() => import('#web/features/actionForm/NoteForm.tsx').then(m => ({ default: m.NoteForm }))),
  CaseForm: lazy(() => import('./dialogs.tsx').then(m => ({ default: m.CaseActionForm }))),
  WearForm: lazy(() => import('#web/features/wear/dialogs.tsx').then(m => ({ default: m.WearActionForm }))),
  DeliveryForm: lazy(() =>
    import('#web/features/address/DeliveryForm.tsx').then(m => ({ default: m.DeliveryForm })),
  ),
};

/** Dialogs of actions that ask for more than a note. */
const ownDialogs = {
  allocateCase: 'CaseForm',
  reassign: 'CaseForm',
  answer: 'CaseForm',
  scansRecorded: 'CaseForm',
  submitPlan: 'CaseForm',
  submitTarget: 'CaseForm',
  scheduleProduction: 'CaseForm',
  ship: 'CaseForm',
  correctParcel: 'CaseForm',
  nextBatch: 'CaseForm',
  refine: 'CaseForm',
  complete: 'CaseForm',
  recordWear: 'WearForm',
  holdWear: 'WearForm',
  resumeWear: 'WearForm',
  extendWear: 'WearForm',
  changeAligner: 'WearForm',
  checkWear: 'WearForm',
  setDelivery: 'DeliveryForm',
} as const satisfies Record<CaseDialogAction, 'CaseForm'> &
  Record<WearDialogAction, 'WearForm'> & { setDelivery: 'DeliveryForm' };

export function formNameOfAction(action: Action): keyof typeof forms {
  const found: Partial<Record<Action, keyof typeof forms>> = ownDialogs;
  return found[action] ?? 'NoteForm';
}

/** The page after an action: the retainer form after a completion with a retainer order (lifecycle.md). */
function nextOf(action: Action, caseId: string, input: object): string | null {
  const isOrdered = action === 'complete' && 'retainer' in input && input.retainer === true;
  return isOrdered ? `/createRetainerWidget?id=${encodeURIComponent(caseId)}` : null;
}

type Open = { action: Action; item: ActionableCase };
function Opened({ open, send, onClose }: { open: Open; send: SendAction; onClose: () => void }) {
  const name = formNameOfAction(open.action);
  const Form = forms[name];
  const { data } = useQuery({ ...caseViewQuery(open.item.caseId), enabled: name !== 'NoteForm' });
  const props: ActionFormProps = {
    action: open.action,
    caseId: open.item.caseId,
    detail: data,
    send,
    onClose,
  };
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}

export function ActionHost({
  children,
  onDone,
}: {
  children: ReactNode;
  onDone?: (action: Action, caseId: string) => void;
}) {
  const go = useNavigateTo();
  const [open, setOpen] = useState<Open | null>(null);
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const run = useCallback((action: Action, item: ActionableCase) => setOpen({ action, item }), []);
  const host = useMemo(() => ({ run, pending }), [run, pending]);
  const caseId = open?.item.caseId ?? '';
  const take = useSendAction(caseId, () => {
    setOpen(null);
    keepFocusNear(caseId);
  });

  const send: SendAction = async (action, input) => {
    setPending(new Set([caseId]));
    const refused = await take(action, input);
    setPending(new Set());
    if (refused) return refused;
    keepFocusNear(caseId);
    const next = nextOf(action, caseId, input);
    if (next) go(next);
    else onDone?.(action, caseId);
    return null;
  };

  return (
    <ActionHostContext.Provider value={host}>
      {children}
      {open && <Opened open={open} send={send} onClose={() => setOpen(null)} />}
    </ActionHostContext.Provider>
  );
}
