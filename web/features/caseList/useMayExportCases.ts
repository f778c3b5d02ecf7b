/** True unless the organisation has switched off exports for the person's position. */
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '#web/lib/queries.ts';

export function useMayExportCases(): boolean {
  const { data: user } = useQuery(currentUserQuery());
  return !user?.withheld?.includes('exports');
}
