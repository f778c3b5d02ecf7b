/** Tells the others who have this case open that this page has it open too. */
import { useEffect } from 'react';
import { announceCasePresence } from './socket.ts';

export function useAnnounceCasePresence(caseId: string): void {
  useEffect(() => announceCasePresence(caseId), [caseId]);
}
