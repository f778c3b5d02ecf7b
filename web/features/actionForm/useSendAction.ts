/** Takes an action on a case and shows the result in a toast. */
import { useTranslation } from 'react-i18next';
import { refusalOf, takeAction } from '#web/lib/act.ts';
import { useNavigateTo } from '#web/ui/link.tsx';
import type { SendAction } from './action-form.ts';
import { showDoneToast } from './done-toast.ts';

/** @param onGone called after a 409 or 404, which a toast has already explained */
export function useSendAction(caseId: string, onGone?: () => void): SendAction {
  // Loads the toast's texts with the dialog.
  useTranslation('action');
  const go = useNavigateTo();
  return async (action, input) => {
    const done = await takeAction(caseId, action, input);
    if (done.ok) showDoneToast({ action, caseId, input, answer: done.answer.data, go });
    else if (done.error.http === 409 || done.error.http === 404) onGone?.();
    return refusalOf(done);
  };
}
