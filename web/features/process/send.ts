/** Sending what a form of process control holds; what was refused stays in the form with what was typed. */
import { useTranslation } from 'react-i18next';
import type { Send } from '#web/features/action/send.ts';
import { act } from '#web/lib/act.ts';
import { toast } from '#web/ui/toast.tsx';

/** @param after once it is done */
export function useSend(caseId: string, after?: () => void): Send {
  const { t } = useTranslation('action');
  return async (action, input) => {
    const answer = await act(caseId, action, input);
    if (!answer.ok) return { issues: answer.error.issues, message: answer.error.message };
    toast({ text: t('done', { caseId }), tone: 'ok' });
    after?.();
    return null;
  };
}
