/** Takes actions on a case, one at a time, without a toast: the screen shows the change. */
import type { Action } from '#events/case/rules.ts';
import { refusalOf, takeAction } from './act.ts';
import { useCommandState } from './useCommandState.ts';

export function useTakeAction(caseId: string) {
  const { run, ...sending } = useCommandState();
  return {
    ...sending,
    /** Resolves with whether the action succeeded. */
    send: (action: Action, input: object) =>
      run(async () => refusalOf(await takeAction(caseId, action, input))),
  };
}
