/** Commands that request, cancel and remove a comparison. One call at a time. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, apiOf } from '#web/lib/api.ts';
import { whatIfOverviewQuery } from './what-if-queries.ts';

/** `version`: null for a rebuild with this version. `from`, `to`: days. */
export type WhatIfRequest = { version: string | null; from?: string; to?: string };

export function useWhatIf() {
  const client = useQueryClient();
  const [state, setState] = useState<{ isBusy: boolean; error?: ApiError }>({ isBusy: false });
  const act = async (call: () => Promise<unknown>) => {
    setState({ isBusy: true });
    try {
      await call();
      setState({ isBusy: false });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setState({ isBusy: false, error });
    }
    await client.invalidateQueries({ queryKey: whatIfOverviewQuery().queryKey });
  };
  return {
    ...state,
    compare: (body: WhatIfRequest) =>
      void act(() => apiOf(client).send('POST', '/analysis/whatif', { body, key: crypto.randomUUID() })),
    /** Cancels a comparison that is not over, or removes one that is. */
    remove: (id: string) =>
      void act(() => apiOf(client).send('DELETE', `/analysis/whatif/${encodeURIComponent(id)}`)),
  };
}
