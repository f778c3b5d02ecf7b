/** The toast after an action: its text, the undo action if there is one, and the next page. */

import type { Action } from '#events/case/rules.ts';
import {
  clearRestartingCase,
  restartingCaseIdAtom,
  setRestartingCase,
} from '#web/features/session/restart-flag.ts';
import { type ActionResult, takeAction } from '#web/lib/act.ts';
import { currentPage } from '#web/lib/browser.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { toast } from '#web/ui/toast.tsx';

/** Pairs of actions that reverse each other without further input. */
export const reverseActionByAction: Partial<Record<Action, Action>> = {
  submitCase: 'withdraw',
  withdraw: 'submitCase',
  suspend: 'continue',
  continue: 'suspend',
  requestInfo: 'cancelRequest',
  archive: 'unarchive',
  unarchive: 'archive',
};

/** The reverse action, if the same person may take it now. */
export function undoActionOf(action: Action, answer: Pick<ActionResult, 'actions'>): Action | null {
  const back = reverseActionByAction[action];
  return back && answer.actions.includes(back) ? back : null;
}

/** Dictionary key of the text: a refusal differs from an approval. */
export const doneTextKey = (action: Action, input: object): string =>
  `action:did.${action}${'result' in input && input.result === 'refused' ? '_refused' : ''}`;

/** Sets the restart flag after a withdrawal, and clears it after another action on that case (product-spec.md 2). */
function followRestart(action: Action, caseId: string): void {
  if (action === 'withdraw') setRestartingCase(caseId);
  else if (screenStore.get(restartingCaseIdAtom) === caseId) clearRestartingCase();
}

async function undo(caseId: string, action: Action): Promise<void> {
  const done = await takeAction(caseId, action);
  if (!done.ok) return;
  followRestart(action, caseId);
  toast({ text: currentPage().words.t(doneTextKey(action, {}), { caseId }), tone: 'ok' });
}

type DoneAction = {
  action: Action;
  caseId: string;
  input: object;
  answer: ActionResult;
  go: (href: string) => void;
};

/** Shows the toast of a completed action. Needs the namespace `action`. */
export function showDoneToast({ action, caseId, input, answer, go }: DoneAction): void {
  const { words } = currentPage();
  followRestart(action, caseId);
  const { childId } = answer;
  const back = undoActionOf(action, answer);
  const opened = action === 'refine' && childId !== null;
  toast({
    // The id of the toast on the page of a deleted draft, which says the same: only one of the two shows.
    ...(action === 'deleteDraft' && { id: `gone-${caseId}` }),
    text: words.t(doneTextKey(action, input), { caseId, childId }),
    tone: 'ok',
    ...(back && { action: { label: words.t('action:undo'), onPress: () => void undo(caseId, back) } }),
    ...(opened && {
      action: {
        label: words.t('action:open', { caseId: childId }),
        onPress: () => go(`/caseDetail?id=${childId}`),
      },
    }),
  });
}
