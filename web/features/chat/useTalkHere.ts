import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentUser } from '#web/lib/queries.ts';
import { screenStore } from '#web/lib/screen-store.ts';
import { talkHere } from './dock.ts';
import { caseTalk } from './kinds.ts';

/** Registers the case of this page, so that the key C opens its conversation. */
export function useTalkHere(caseId: string): void {
  const { data: who } = useQuery(currentUser());
  const talk = who && caseTalk(who.position, caseId);
  useEffect(() => {
    screenStore.set(talkHere, talk ?? null);
    return () => screenStore.set(talkHere, null);
  }, [talk]);
}
