/** The toast after an action: words of its own, the way back where the table has one, and the page to go on at. */

import type { Action } from '#events/case/rules.ts';
import { clearRestart, markRestart, restarting } from '#web/features/session/restart.ts';
import { type ActionResult, takeAction } from '#web/lib/act.ts';
import { thisPage } from '#web/lib/browser.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { toast } from '#web/ui/toast.tsx';

/** Actions that take another one back without a word being asked. */
export const reverses: Partial<Record<Action, Action>> = {
  submitCase: 'withdraw',
  withdraw: 'submitCase',
  suspend: 'continue',
  continue: 'suspend',
  requestInfo: 'cancelRequest',
  archive: 'unarchive',
  unarchive: 'archive',
};

/** The action that takes this one back, where the same person may do it now. */
export function undoOf(action: Action, answer: Pick<ActionResult, 'actions'>): Action | null {
  const back = reverses[action];
  return back && answer.actions.includes(back) ? back : null;
}

/** Key of the words: a refusal reads differently from an approval. */
export const doneKey = (action: Action, input: object): string =>
  `action:did.${action}${'result' in input && input.result === 'refused' ? '_refused' : ''}`;

/** Keeps the restart flag in step with the case (product-spec.md 2). */
function followRestart(action: Action, caseId: string): void {
  if (action === 'withdraw') markRestart(caseId);
  else if (screenStore.get(restarting) === caseId) clearRestart();
}

async function undo(caseId: string, action: Action): Promise<void> {
  const done = await takeAction(caseId, action);
  if (!done.ok) return;
  followRestart(action, caseId);
  toast({ text: thisPage().words.t(doneKey(action, {}), { caseId }), tone: 'ok' });
}

type Told = {
  action: Action;
  caseId: string;
  input: object;
  answer: ActionResult;
  go: (href: string) => void;
};

/** Says that an action is done. Needs the words `action`. */
export function tellDone({ action, caseId, input, answer, go }: Told): void {
  const { words } = thisPage();
  followRestart(action, caseId);
  const { childId } = answer;
  const back = undoOf(action, answer);
  const opened = action === 'refine' && childId !== null;
  toast({
    // The page of a deleted draft says so as well: one message.
    ...(action === 'deleteDraft' && { id: `gone-${caseId}` }),
    text: words.t(doneKey(action, input), { caseId, childId }),
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
