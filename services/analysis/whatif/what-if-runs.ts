/** The kept runs of what-if: records in the vault, by the organisation that asked. */
import { Refusal } from '#events/errors.ts';
import type { Clock } from '../../clock/clock.ts';
import { createMutex } from '../../concurrency/mutex.ts';
import { changeRecord } from '../../vault/change-record.ts';
import { type Vault, VersionMismatch } from '../../vault/port.ts';
import { isOpenRun, type WhatIfRun } from './what-if-run.ts';

const prefix = 'whatif/';
/** Ended runs of an organisation that are kept. */
export const mostRuns = 10;

export type WhatIfAsked = Pick<WhatIfRun, 'id' | 'orgId' | 'by' | 'version' | 'from' | 'to'>;

export type WhatIfRuns = ReturnType<typeof createWhatIfRuns>;

const nameOf = ({ orgId, id }: Pick<WhatIfRun, 'orgId' | 'id'>) => `${prefix}${orgId}/${id}`;
const ifRemoved = (error: unknown) => {
  if (!(error instanceof VersionMismatch)) throw error;
};
const byAge = (a: WhatIfRun, b: WhatIfRun) => (a.askedAt < b.askedAt ? -1 : 1);

export function createWhatIfRuns({ vault, clock }: { vault: Vault; clock: Clock }) {
  /** Two orders at once would both find no open run. Nodes have a turn each: a second run waits for the worker's lease. */
  const turns = createMutex();
  const isoNow = () => new Date(clock.now()).toISOString();
  /** Oldest first. */
  const list = async (orgId?: string): Promise<WhatIfRun[]> => {
    const runs: WhatIfRun[] = [];
    // Boundary: this file writes the records.
    for await (const { value } of vault.list(orgId === undefined ? prefix : `${prefix}${orgId}/`))
      runs.push(value as WhatIfRun);
    return runs.toSorted(byAge);
  };
  /** Replaces a run. False if it was cancelled or removed meanwhile. */
  const note = async (run: WhatIfRun): Promise<boolean> => {
    const replace = (now: WhatIfRun) => (isOpenRun(now) ? run : undefined);
    return (await changeRecord(vault, nameOf(run), replace)) !== undefined;
  };
  const end = (
    run: WhatIfRun,
    state: 'done' | 'failed' | 'cancelled',
    outcome: Partial<Pick<WhatIfRun, 'failure' | 'result'>> = {},
  ) => note({ ...run, state, progress: null, endedAt: isoNow(), ...outcome });
  const askNow = async (asked: WhatIfAsked, record: () => Promise<void>): Promise<void> => {
    const runs = await list(asked.orgId);
    if (runs.some(({ id }) => id === asked.id)) return;
    if (runs.some(isOpenRun)) throw new Refusal('whatIfOpen');
    await record();
    for (const old of runs.slice(0, Math.max(0, runs.length - mostRuns + 1))) await vault.delete(nameOf(old));
    const run: WhatIfRun = {
      ...asked,
      askedAt: isoNow(),
      state: 'waiting',
      ...{ progress: null, endedAt: null, failure: null, result: null },
    };
    await vault.put(nameOf(run), run);
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
    ask: (asked: WhatIfAsked, record: () => Promise<void>): Promise<void> =>
      turns.hold(asked.orgId, () => askNow(asked, record)),
    /** Removes the values of a case from what is kept: its patient was erased, and choices lie under the seal too. */
    async forget(orgId: string, caseId: string): Promise<void> {
      for (const { id } of await list(orgId)) {
        const found = await vault.get(nameOf({ orgId, id }));
        const run = found?.value as WhatIfRun | undefined;
        if (!found || !run?.result?.partings.some(one => one.caseId === caseId)) continue;
        const partings = run.result.partings.map(one =>
          one.caseId === caseId ? { ...one, fields: [] } : one,
        );
        // An ended run is only ever removed, so that a later version of it is none.
        const changed = { ...run, result: { ...run.result, partings } };
        await vault.put(found.key, changed, found.version).catch(ifRemoved);
      }
    },
    /** Cancels a run that is not over, or removes one that is. @throws Refusal notFound */
    async cancel(orgId: string, id: string): Promise<void> {
      const run = (await list(orgId)).find(one => one.id === id);
      if (!run) throw new Refusal('notFound');
      if (!isOpenRun(run)) await vault.delete(nameOf(run));
      else await end(run, 'cancelled');
    },
  };
}
