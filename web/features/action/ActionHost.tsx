/** One host a page: opens the dialog of an action, sends its input, and keeps the focus where the action was. */
import { useQuery } from '@tanstack/react-query';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useState,
} from 'react';
import type { Action } from '#events/case/rules.ts';
import type { WearDialog } from '#web/features/wear/dialogs.tsx';
import { caseView } from '#web/lib/queries.ts';
import { useNavigateTo } from '#web/ui/link.tsx';
import type { Actionable } from './choose.ts';
import type { CaseDialog } from './dialogs.tsx';
import type { FormProps, Send } from './send.ts';
import { useSend } from './useSend.ts';

const forms = {
  NoteForm: lazy(() => import('./NoteForm.tsx').then(m => ({ default: m.NoteForm }))),
  CaseForm: lazy(() => import('./dialogs.tsx').then(m => ({ default: m.CaseForm }))),
  WearForm: lazy(() => import('#web/features/wear/dialogs.tsx').then(m => ({ default: m.WearForm }))),
  DeliveryForm: lazy(() =>
    import('#web/features/address/DeliveryForm.tsx').then(m => ({ default: m.DeliveryForm })),
  ),
};

/** The dialogs of actions that ask for more than a note. */
const own = {
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
} as const satisfies Record<CaseDialog, 'CaseForm'> &
  Record<WearDialog, 'WearForm'> & { setDelivery: 'DeliveryForm' };

export function formOf(action: Action): keyof typeof forms {
  const found: Partial<Record<Action, keyof typeof forms>> = own;
  return found[action] ?? 'NoteForm';
}

/** The page that follows an action: the retainer's form after a completion with "yes" to a retainer (lifecycle.md). */
function nextOf(action: Action, caseId: string, input: object): string | null {
  const isOrdered = action === 'complete' && 'retainer' in input && input.retainer === true;
  return isOrdered ? `/createRetainerWidget?id=${encodeURIComponent(caseId)}` : null;
}

type Open = { action: Action; item: Actionable };
type Host = { run: (action: Action, item: Actionable) => void; pending: ReadonlySet<string> };

const HostContext = createContext<Host>({ run: () => undefined, pending: new Set() });
export const useActionHost = () => useContext(HostContext);

function Opened({ open, send, onClose }: { open: Open; send: Send; onClose: () => void }) {
  const name = formOf(open.action);
  const Form = forms[name];
  const { data } = useQuery({ ...caseView(open.item.caseId), enabled: name !== 'NoteForm' });
  const props: FormProps = { action: open.action, caseId: open.item.caseId, detail: data, send, onClose };
  return (
    <Suspense fallback={null}>
      <Form {...props} />
    </Suspense>
  );
}

/** Moves the focus to the drawer, the row or the page of an action: its button is gone with what it did. */
export function stayAt(rowId: string): void {
  const id = CSS.escape(rowId);
  const places = [
    `[data-stay="${id}"]`,
    `tr[data-key="${id}"]`,
    `main li a[href="/caseDetail?id=${id}"]`,
    'main',
  ];
  const focus = () => {
    const place = places.map(p => document.querySelector<HTMLElement>(p)).find(found => found !== null);
    place?.focus({ preventScroll: true });
  };
  requestAnimationFrame(() => requestAnimationFrame(focus));
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
  const run = useCallback((action: Action, item: Actionable) => setOpen({ action, item }), []);
  const host = useMemo(() => ({ run, pending }), [run, pending]);
  const caseId = open?.item.caseId ?? '';
  const take = useSend(caseId, () => {
    setOpen(null);
    stayAt(caseId);
  });

  const send: Send = async (action, input) => {
    setPending(new Set([caseId]));
    const refused = await take(action, input);
    setPending(new Set());
    if (refused) return refused;
    stayAt(caseId);
    const next = nextOf(action, caseId, input);
    if (next) go(next);
    else onDone?.(action, caseId);
    return null;
  };

  return (
    <HostContext.Provider value={host}>
      {children}
      {open && <Opened open={open} send={send} onClose={() => setOpen(null)} />}
    </HostContext.Provider>
  );
}
