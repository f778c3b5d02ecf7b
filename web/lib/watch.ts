/** A page that has a case open says so to the others who do. */
import { useEffect } from 'react';
import { watchCase } from './socket.ts';

export function useWatch(caseId: string): void {
  useEffect(() => watchCase(caseId), [caseId]);
}
