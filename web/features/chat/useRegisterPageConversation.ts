import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { pageConversationAtom } from '#web/lib/chat-dock.ts';
import { currentUserQuery } from '#web/lib/queries.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { caseConversationId } from './kind-display.ts';

/** Registers the case of this page, so that the key C opens its conversation. */
export function useRegisterPageConversation(caseId: string): void {
  const { data: who } = useQuery(currentUserQuery());
  const talk = who && caseConversationId(who.position, caseId);
  useEffect(() => {
    screenStore.set(pageConversationAtom, talk ?? null);
    return () => screenStore.set(pageConversationAtom, null);
  }, [talk]);
}
