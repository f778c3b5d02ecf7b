/** Finds the actions that all chosen cases allow, and runs one on case after case. */
import { type Action, rulesOf } from '#events/case/rules.ts';
import { formOf } from '#web/features/action/ActionHost.tsx';
import { type Actionable, actionHref, grave } from '#web/features/action/choose.ts';
import { undoOf } from '#web/features/action/done-toast.ts';
import type { ActionResult, CommandResult } from '#web/lib/act.ts';

/** A submission is checked case by case, and a withdrawal opens its case for editing. */
const alone: readonly Action[] = ['submitCase', 'withdraw'];

/** Actions whose one input fits every case: a confirmation, a note, a technician. */
const fitsMany = (action: Action, item: Actionable): boolean =>
  !alone.includes(action) &&
  rulesOf(action).every(
    ({ needs }) =>
      needs === 'technician' || (formOf(action) === 'NoteForm' && needs !== 'form' && needs !== 'review'),
  ) &&
  actionHref(action, item) === null;

/** In the order of the table, those that end something or take it back last. */
export function bulkActions(items: readonly Actionable[]): Action[] {
  const [first, ...others] = items;
  if (!first) return [];
  return first.actions
    .filter(action => fitsMany(action, first) && others.every(item => item.actions.includes(action)))
    .toSorted((a, b) => Number(grave.includes(a)) - Number(grave.includes(b)));
}

/** `undo`: the action that takes it back, where the same person may. `left`: stopped before its turn. */
export type Outcome = { caseId: string } & (
  | { state: 'done'; undo: Action | null }
  | { state: 'refused'; why: string }
  | { state: 'left' }
);

type Watch = { onStep: (outcomes: readonly Outcome[]) => void; isStopped: () => boolean };

/** One after another, each a command of its own; a refusal does not hold up the others. */
export async function runBulk(
  action: Action,
  caseIds: readonly string[],
  run: (caseId: string) => Promise<CommandResult<ActionResult>>,
  { onStep, isStopped }: Watch,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const caseId of caseIds) {
    if (isStopped()) {
      outcomes.push({ caseId, state: 'left' });
      continue;
    }
    const done = await run(caseId);
    outcomes.push(
      done.ok
        ? { caseId, state: 'done', undo: undoOf(action, done.answer.data) }
        : { caseId, state: 'refused', why: done.error.message },
    );
    onStep([...outcomes]);
  }
  return outcomes;
}
