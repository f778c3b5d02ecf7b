import { useEffect } from 'react';
import { caseConversation } from '#events/chat/conversation.ts';
import { talkHere } from './dock.ts';

/** This page is of a case: the key C opens its conversation. */
export function useTalkHere(caseId: string): void {
  useEffect(() => {
    talkHere.set(caseConversation(caseId));
    return () => talkHere.set(null);
  }, [caseId]);
}
