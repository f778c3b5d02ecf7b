/** Takes an action on a case and says what came of it in a toast. */
import { useTranslation } from 'react-i18next';
import { refusalOf, takeAction } from '#web/lib/act.ts';
import { useNavigateTo } from '#web/ui/link.tsx';
import { tellDone } from './done-toast.ts';
import type { Send } from './send.ts';

/** @param onGone called where the action is no longer possible (409, 404): a toast has said so */
export function useSend(caseId: string, onGone?: () => void): Send {
  // The toast's words are fetched with the dialog.
  useTranslation('action');
  const go = useNavigateTo();
  return async (action, input) => {
    const done = await takeAction(caseId, action, input);
    if (done.ok) tellDone({ action, caseId, input, answer: done.answer.data, go });
    else if (done.error.http === 409 || done.error.http === 404) onGone?.();
    return refusalOf(done);
  };
}
