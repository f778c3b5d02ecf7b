/** The kept runs of what-if: records in the vault, by the organisation that asked. */
import { Refusal } from '#events/errors.ts';
import { isUnfinishedJob, type JobState } from '#events/job-state.ts';
import type { Clock } from '../../clock/clock.ts';
import { createMutex } from '../../concurrency/mutex.ts';
import { createJobRecords } from '../../vault/job-records.ts';
import type { Vault } from '../../vault/port.ts';
import { type WhatIfRun, withoutErasedCases } from './what-if-run.ts';

/** Ended runs of an organisation that are kept. */
export const maxKeptRuns = 10;

export type NewWhatIfRun = Pick<WhatIfRun, 'id' | 'orgId' | 'by' | 'version' | 'from' | 'to'>;

export type WhatIfRuns = ReturnType<typeof createWhatIfRuns>;

/** What earlier releases wrote for a state (decision 89). */
const earlierStates: Readonly<Record<string, JobState>> = { running: 'making', done: 'ready' };
const lift = (run: WhatIfRun): WhatIfRun => ({ ...run, state: earlierStates[run.state] ?? run.state });

const nameOf = ({ orgId, id }: Pick<WhatIfRun, 'orgId' | 'id'>) => `${orgId}/${id}`;
const byAge = (a: WhatIfRun, b: WhatIfRun) => (a.askedAt < b.askedAt ? -1 : 1);

export function createWhatIfRuns({ vault, clock }: { vault: Vault; clock: Clock }) {
  /** Two orders at once would both find no open run. Nodes have a turn each: a second run waits for the worker's lease. */
  const turns = createMutex();
  const isoNow = () => new Date(clock.now()).toISOString();
  const records = createJobRecords<WhatIfRun>({ vault, prefix: 'whatif/', lift });
  /** Oldest first. */
  const list = async (orgId?: string): Promise<WhatIfRun[]> =>
    (await records.list(orgId === undefined ? '' : `${orgId}/`)).toSorted(byAge);
  /** Replaces a run. False if it was cancelled or removed meanwhile. */
  const note = (run: WhatIfRun): Promise<boolean> => records.note(nameOf(run), run);
  const end = (
    run: WhatIfRun,
    state: 'ready' | 'failed' | 'cancelled',
    outcome: Partial<Pick<WhatIfRun, 'failure' | 'result'>> = {},
  ) => note({ ...run, state, progress: null, endedAt: isoNow(), ...outcome });
  const askNow = async (asked: NewWhatIfRun, record: () => Promise<void>): Promise<void> => {
    const runs = await list(asked.orgId);
    if (runs.some(({ id }) => id === asked.id)) return;
    if (runs.some(isUnfinishedJob)) throw new Refusal('whatIfOpen');
    await record();
    for (const old of runs.slice(0, Math.max(0, runs.length - maxKeptRuns + 1)))
      await records.drop(nameOf(old));
    const run: WhatIfRun = {
      ...asked,
      askedAt: isoNow(),
      state: 'waiting',
      ...{ progress: null, endedAt: null, failure: null, result: null },
    };
    await records.add(nameOf(run), run);
  };
  return {
    list,
    note,
    end,
    /**
     * Asks for a run. Idempotent by its id.
     * @param record keeps the order, before the run exists
     * @throws Refusal whatIfOpen while the organisation has another one that is not over
     */
    ask: (asked: NewWhatIfRun, record: () => Promise<void>): Promise<void> =>
      turns.hold(asked.orgId, () => askNow(asked, record)),
    /** Removes a case's values from the stored comparisons. */
    async forget(orgId: string, caseId: string): Promise<void> {
      for (const run of await list(orgId))
        await records.change(nameOf(run), now =>
          now.result?.partings.some(one => one.caseId === caseId)
            ? { ...now, result: withoutErasedCases(now.result, one => one === caseId) }
            : undefined,
        );
    },
    /** Cancels a run that is not over, or removes one that is. @throws Refusal notFound */
    async cancel(orgId: string, id: string): Promise<void> {
      const run = (await list(orgId)).find(one => one.id === id);
      if (!run) throw new Refusal('notFound');
      if (!isUnfinishedJob(run)) await records.drop(nameOf(run));
      else await end(run, 'cancelled');
    },
  };
}
