/** Finds the actions that all selected cases allow, and runs one on case after case. */
import { type Action, rulesOf } from '#events/case/rules.ts';
import { formNameOfAction } from '#web/features/action/ActionHost.tsx';
import { actionHref } from '#web/features/action/choose-actions.ts';
import type { ActionableCase } from '#web/features/actionForm/action-host.ts';
import { destructiveActions } from '#web/features/actionForm/destructive-actions.ts';
import { undoActionOf } from '#web/features/actionForm/done-toast.ts';
import type { ActionResult, CommandResult } from '#web/lib/act.ts';

/** Excluded: a submission is checked case by case, and a withdrawal opens its case for editing. */
const singleCaseActions: readonly Action[] = ['submitCase', 'withdraw'];

/** Actions whose input fits every case: a confirmation, a note, a technician. */
const isBulkAction = (action: Action, item: ActionableCase): boolean =>
  !singleCaseActions.includes(action) &&
  rulesOf(action).every(
    ({ needs }) =>
      needs === 'technician' ||
      (formNameOfAction(action) === 'NoteForm' && needs !== 'form' && needs !== 'review'),
  ) &&
  actionHref(action, item) === null;

/** Returns the common actions in table order, destructive ones last. */
export function commonBulkActions(items: readonly ActionableCase[]): Action[] {
  const [first, ...others] = items;
  if (!first) return [];
  return first.actions
    .filter(action => isBulkAction(action, first) && others.every(item => item.actions.includes(action)))
    .toSorted((a, b) => Number(destructiveActions.includes(a)) - Number(destructiveActions.includes(b)));
}

/** `undo`: the reverse action, if the same person may take it. `left`: stopped before its turn. */
export type BulkOutcome = { caseId: string } & (
  | { state: 'done'; undo: Action | null }
  | { state: 'refused'; why: string }
  | { state: 'left' }
);

type Watch = { onStep: (outcomes: readonly BulkOutcome[]) => void; isStopped: () => boolean };

/** Runs one command per case in sequence; a refusal does not stop the others. */
export async function runBulkAction(
  action: Action,
  caseIds: readonly string[],
  run: (caseId: string) => Promise<CommandResult<ActionResult>>,
  { onStep, isStopped }: Watch,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  for (const caseId of caseIds) {
    if (isStopped()) {
      outcomes.push({ caseId, state: 'left' });
      continue;
    }
    const done = await run(caseId);
    outcomes.push(
      done.ok
        ? { caseId, state: 'done', undo: undoActionOf(action, done.answer.data) }
        : { caseId, state: 'refused', why: done.error.message },
    );
    onStep([...outcomes]);
  }
  return outcomes;
}
