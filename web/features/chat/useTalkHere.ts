import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { screenStore } from '#web/lib/screen-store.ts';
import { me } from '#web/lib/view.ts';
import { talkHere } from './dock.ts';
import { caseTalk } from './kinds.ts';

/** This page is of a case: the key C opens its conversation. */
export function useTalkHere(caseId: string): void {
  const { data: who } = useQuery(me());
  const talk = who && caseTalk(who.position, caseId);
  useEffect(() => {
    screenStore.set(talkHere, talk ?? null);
    return () => screenStore.set(talkHere, null);
  }, [talk]);
}
