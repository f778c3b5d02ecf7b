/** Sending what a form of process control holds; what was refused stays in the form with what was typed. */

import { useTranslation } from 'react-i18next';
import { tellDone } from '#web/features/action/done-toast.ts';
import type { Send } from '#web/features/action/send.ts';
import { act } from '#web/lib/act.ts';
import { useNavigateTo } from '#web/ui/link.tsx';

/** @param after once it is done */
export function useSend(caseId: string, after?: () => void): Send {
  useTranslation('action');
  const go = useNavigateTo();
  return async (action, input) => {
    const answer = await act(caseId, action, input);
    if (!answer.ok) return { issues: answer.error.issues, message: answer.error.message };
    tellDone({ action, caseId, input, answer: answer.answer.data, go });
    after?.();
    return null;
  };
}
