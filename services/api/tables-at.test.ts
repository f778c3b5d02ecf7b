/** Opening an organisation's tables while they are built for the first time. */
import { expect, it } from 'vitest';
import { START } from '#events/log-position.ts';
import { emptyDirectory } from '#events/person/directory.ts';
import type { OpenedTables } from '../analysis/query.ts';
import { openAnalysisTablesAsOf } from './tables-at.ts';

type State = { hasRows: boolean; isUpToDate: boolean; fault?: string };

function open({ hasRows, isUpToDate, fault }: State, asOf?: string) {
  const end = hasRows ? { position: START, clock: 0 } : null;
  // Casts: only the parts that are read.
  const opened = { first: end, last: end } as OpenedTables;
  const models = { position: () => 5n, logId: 'log', directory: () => emptyDirectory } as never;
  const tables = { open: async () => opened, reached: async () => isUpToDate, fault: () => fault };
  return openAnalysisTablesAsOf({ models, analysisTables: tables }, 'archline', asOf);
}

it.each([undefined, '2026-01-01T00:00:00Z'])(
  'refuses tables without any row that lack events, as of %s',
  async asOf => {
    const unbuilt = { hasRows: false, isUpToDate: false };
    await expect(open(unbuilt, asOf)).rejects.toMatchObject({ refusal: 'notCaughtUp' });
  },
);

it('opens tables that are behind, and those of an organisation without cases', async () => {
  expect((await open({ hasRows: true, isUpToDate: false })).last).not.toBeNull();
  expect((await open({ hasRows: false, isUpToDate: true })).last).toBeNull();
});

it('asks nobody to wait for tables that nobody builds', async () => {
  const faulted = { hasRows: false, isUpToDate: false, fault: 'DuckDB is not installed' };
  expect((await open(faulted)).last).toBeNull();
});
