/** One host a page: opens the dialog of an action, sends it, and says what came of it. */
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
import { useTranslation } from 'react-i18next';
import { type Action, type Needs, rulesOf } from '#events/case/rules.ts';
import { act } from '#web/lib/act.ts';
import { caseView } from '#web/lib/view.ts';
import { useNavigateTo } from '#web/ui/link.tsx';
import type { Actionable } from './choose.ts';
import { tellDone } from './done-toast.ts';
import type { FormProps, Send } from './send.ts';

const forms = {
  NoteForm: lazy(() => import('./NoteForm.tsx').then(m => ({ default: m.NoteForm }))),
  TechnicianForm: lazy(() => import('./TechnicianForm.tsx').then(m => ({ default: m.TechnicianForm }))),
  FilesForm: lazy(() => import('./FilesForm.tsx').then(m => ({ default: m.FilesForm }))),
  SubmissionForm: lazy(() => import('./SubmissionForm.tsx').then(m => ({ default: m.SubmissionForm }))),
  BatchForm: lazy(() => import('./BatchForm.tsx').then(m => ({ default: m.BatchForm }))),
  ParcelForm: lazy(() => import('./ParcelForm.tsx').then(m => ({ default: m.ParcelForm }))),
  ManufacturingForm: lazy(() =>
    import('./ManufacturingForm.tsx').then(m => ({ default: m.ManufacturingForm })),
  ),
  DeliveryForm: lazy(() =>
    import('#web/features/address/DeliveryForm.tsx').then(m => ({ default: m.DeliveryForm })),
  ),
  RefineForm: lazy(() => import('./RefineForm.tsx').then(m => ({ default: m.RefineForm }))),
  CompleteForm: lazy(() => import('./CompleteForm.tsx').then(m => ({ default: m.CompleteForm }))),
  RecordForm: lazy(() => import('#web/features/wear/RecordForm.tsx').then(m => ({ default: m.RecordForm }))),
  HoldForm: lazy(() => import('#web/features/wear/PauseForms.tsx').then(m => ({ default: m.HoldForm }))),
  ResumeForm: lazy(() => import('#web/features/wear/PauseForms.tsx').then(m => ({ default: m.ResumeForm }))),
  ExtendForm: lazy(() => import('#web/features/wear/PauseForms.tsx').then(m => ({ default: m.ExtendForm }))),
  ChangeForm: lazy(() => import('#web/features/wear/ReportForms.tsx').then(m => ({ default: m.ChangeForm }))),
  CheckForm: lazy(() => import('#web/features/wear/ReportForms.tsx').then(m => ({ default: m.CheckForm }))),
};

/** The dialog of an action: its own, or the one that its need in the table asks for. */
const own: Partial<Record<Action, keyof typeof forms>> = {
  answer: 'FilesForm',
  submitPlan: 'SubmissionForm',
  submitTarget: 'SubmissionForm',
  scheduleProduction: 'BatchForm',
  ship: 'BatchForm',
  correctParcel: 'ParcelForm',
  nextBatch: 'ManufacturingForm',
  complete: 'CompleteForm',
  recordWear: 'RecordForm',
  holdWear: 'HoldForm',
  resumeWear: 'ResumeForm',
  extendWear: 'ExtendForm',
  changeAligner: 'ChangeForm',
  checkWear: 'CheckForm',
  refine: 'RefineForm',
  setDelivery: 'DeliveryForm',
};
const byNeed: Partial<Record<Needs, keyof typeof forms>> = {
  technician: 'TechnicianForm',
  files: 'FilesForm',
};

export function formOf(action: Action): keyof typeof forms {
  const needs = rulesOf(action)[0]?.needs;
  return own[action] ?? (needs && byNeed[needs]) ?? 'NoteForm';
}

/** Where somebody goes on after an action: a case that is completed with "yes" to a retainer, to its form (lifecycle.md). */
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

/** What was pressed goes with what it did: the keyboard stays in its drawer, at its row, or in the page. */
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
  // The toast's words are fetched with the host.
  useTranslation('action');
  const go = useNavigateTo();
  const [open, setOpen] = useState<Open | null>(null);
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const run = useCallback((action: Action, item: Actionable) => setOpen({ action, item }), []);
  const host = useMemo(() => ({ run, pending }), [run, pending]);

  const send: Send = async (action, input) => {
    if (!open) return null;
    const { caseId } = open.item;
    setPending(new Set([caseId]));
    const answer = await act(caseId, action, input);
    setPending(new Set());
    if (!answer.ok) {
      // What is no longer possible is told by a toast, and the dialog has nothing left to do.
      if (answer.error.http === 409 || answer.error.http === 404) {
        setOpen(null);
        stayAt(caseId);
      }
      return { issues: answer.error.issues, message: answer.error.message };
    }
    tellDone({ action, caseId, input, answer: answer.answer.data, go });
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
