import { describe, expect, it } from 'vitest';
import type { Action } from '#events/case/rules.ts';
import { Status } from '#events/case/status.ts';
import type { ActionResult, CommandResult } from '#web/lib/act.ts';
import { type BulkOutcome, commonBulkActions, runBulkAction } from './bulk-actions.ts';

const item = (...actions: Action[]) => ({ caseId: 'A', status: Status.ToAccept, actions });

describe('the actions for all selected cases', () => {
  it('are those that each case allows, in table order', () => {
    const some = [item('acceptCase', 'deniedCase', 'requestInfo'), item('requestInfo', 'acceptCase')];
    expect(commonBulkActions(some)).toEqual(['acceptCase', 'requestInfo']);
    const graveFirst = [item('deniedCase', 'suspend')];
    expect(commonBulkActions(graveFirst)).toEqual(['suspend', 'deniedCase']);
    expect(commonBulkActions([item('archive'), item('acceptCase')])).toEqual([]);
    expect(commonBulkActions([])).toEqual([]);
  });
  it('exclude actions that need input per case', () => {
    const asking: Action[] = [
      'edit',
      'ship',
      'complete',
      'qualityAudit',
      'submitCase',
      'withdraw',
      'nextBatch',
    ];
    expect(commonBulkActions([item(...asking)])).toEqual([]);
    expect(commonBulkActions([item('allocateCase', 'reassign')])).toEqual(['allocateCase', 'reassign']);
  });
});

describe('a bulk action', () => {
  // Cast at the boundary: only a refusal's message and an answer's actions are read.
  const done = (actions: Action[]) =>
    ({ ok: true, answer: { data: { actions } } }) as unknown as CommandResult<ActionResult>;
  const refused = (message: string) =>
    ({ ok: false, error: { message } }) as unknown as CommandResult<ActionResult>;
  const run = async (answers: Record<string, CommandResult<ActionResult>>, stopAfter = 99) => {
    const steps: (readonly BulkOutcome[])[] = [];
    const asked: string[] = [];
    const outcomes = await runBulkAction(
      'suspend',
      Object.keys(answers),
      async id => {
        asked.push(id);
        return answers[id] ?? refused('');
      },
      { onStep: now => steps.push(now), isStopped: () => asked.length >= stopAfter },
    );
    return { outcomes, asked, steps };
  };

  it('continues after a refusal and knows which cases can be undone', async () => {
    const { outcomes, steps } = await run({ A: done(['continue']), B: refused('busy'), C: done([]) });
    expect(outcomes).toEqual([
      { caseId: 'A', state: 'done', undo: 'continue' },
      { caseId: 'B', state: 'refused', why: 'busy' },
      { caseId: 'C', state: 'done', undo: null },
    ]);
    expect(steps.map(now => now.length)).toEqual([1, 2, 3]);
  });
  it('sends nothing more once it is stopped', async () => {
    const { outcomes, asked } = await run({ A: done([]), B: done([]), C: done([]) }, 1);
    expect(asked).toEqual(['A']);
    expect(outcomes.map(one => one.state)).toEqual(['done', 'left', 'left']);
  });
});
