import { useRef, useState } from 'react';
import type { Action } from '#events/case/rules.ts';
import { takeAction } from '#web/lib/act.ts';
import { currentPage } from '#web/lib/browser.ts';
import { toast } from '#web/ui/toast.tsx';
import { type BulkOutcome, runBulkAction } from './bulk-actions.ts';

export type BulkRun = { action: Action; total: number; outcomes: readonly BulkOutcome[]; isOver: boolean };

const completedOutcomes = (outcomes: readonly BulkOutcome[]) =>
  outcomes.flatMap(one => (one.state === 'done' ? [one] : []));

/**
 * Takes an action on many cases, and its reverse on the completed ones. @param onOver receives the cases not
 * done
 */
export function useBulkAction(onOver: (notDone: string[]) => void) {
  const [run, setRun] = useState<BulkRun | null>(null);
  const isStopped = useRef(false);
  const start = async (action: Action, caseIds: readonly string[], input: object): Promise<void> => {
    isStopped.current = false;
    const total = caseIds.length;
    setRun({ action, total, outcomes: [], isOver: false });
    const outcomes = await runBulkAction(
      action,
      caseIds,
      id => takeAction(id, action, input, { quiet: true }),
      {
        onStep: now => setRun({ action, total, outcomes: now, isOver: false }),
        isStopped: () => isStopped.current,
      },
    );
    onOver(outcomes.flatMap(one => (one.state === 'done' ? [] : [one.caseId])));
    const isWhole = completedOutcomes(outcomes).length === total;
    setRun(isWhole ? null : { action, total, outcomes, isOver: true });
    if (isWhole) tell(action, outcomes);
  };
  /** Returns a function that undoes the run on every case that allows it; null if none does. */
  const undoOfAll = (outcomes: readonly BulkOutcome[]): (() => void) | null => {
    const back = completedOutcomes(outcomes).filter(one => one.undo !== null);
    const action = back[0]?.undo;
    if (!action) return null;
    const ids = back.map(one => one.caseId);
    return () => void start(action, ids, {});
  };
  const tell = (action: Action, outcomes: readonly BulkOutcome[]) => {
    const { t } = currentPage().words;
    const undo = undoOfAll(outcomes);
    toast({
      text: t('caseList:bulk.done', { action: t(`case:action.${action}`), count: outcomes.length }),
      tone: 'ok',
      ...(undo && { seconds: 10, action: { label: t('action:undo'), onPress: undo } }),
    });
  };
  return {
    run,
    start,
    undo: run?.isOver ? undoOfAll(run.outcomes) : null,
    stop: () => {
      isStopped.current = true;
    },
    close: () => setRun(null),
  };
}

export type BulkActionState = ReturnType<typeof useBulkAction>;
