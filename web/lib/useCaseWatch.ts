/** Tells the others who have this case open that this page has it open too. */
import { useEffect } from 'react';
import { watchCase } from './socket.ts';

export function useCaseWatch(caseId: string): void {
  useEffect(() => watchCase(caseId), [caseId]);
}
