/** Asks for a comparison, cancels one, and removes one. One call at a time. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, apiOf } from '#web/lib/api.ts';
import { whatIfQuery } from './what-if-queries.ts';

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
    await client.invalidateQueries({ queryKey: whatIfQuery().queryKey });
  };
  return {
    ...state,
    /** @param version null: this version, built again */
    compare: (version: string | null) =>
      void act(() =>
        apiOf(client).send('POST', '/analysis/whatif', { body: { version }, key: crypto.randomUUID() }),
      ),
    /** Cancels a comparison that is not over, or removes one that is. */
    remove: (id: string) =>
      void act(() => apiOf(client).send('DELETE', `/analysis/whatif/${encodeURIComponent(id)}`)),
  };
}
