/** True unless the organisation has taken exports from the person's position. */
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#web/lib/queries.ts';

export function useMayExportCases(): boolean {
  const { data: user } = useQuery(currentUserQuery());
  return !user?.withheld?.includes('exports');
}
