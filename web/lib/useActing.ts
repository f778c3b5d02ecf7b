/** Takes actions on a case, one at a time, without a toast: the screen itself shows the change. */
import type { Action } from '#events/case/rules.ts';
import { act, refusedOf } from './act.ts';
import { useSending } from './useSending.ts';

export function useActing(caseId: string) {
  const { run, ...sending } = useSending();
  return {
    ...sending,
    /** Resolves with whether it was done. */
    send: (action: Action, input: object) => run(async () => refusedOf(await act(caseId, action, input))),
  };
}
