/** True unless the organisation has taken exports from the person's position. */
import { useQuery } from '@tanstack/react-query';
import { currentUser } from '#web/lib/queries.ts';

export function useMayExportCases(): boolean {
  const { data: user } = useQuery(currentUser());
  return !user?.withheld?.includes('exports');
}
