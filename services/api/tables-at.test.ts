/** Opening an organisation's tables while they are built for the first time. */
import { expect, it } from 'vitest';
import { type LogPosition, START } from '#events/log-position.ts';
import type { OpenedTables } from '../analysis/query.ts';
import { openAnalysisTablesAsOf } from './tables-at.ts';

/** @param last position of the newest row @param isUpToDate whether the tables have every event */
const depsWith = (last: LogPosition | undefined, isUpToDate: boolean) => {
  // Casts: only the parts that are read.
  const opened = { last: last === undefined ? null : { position: last, clock: 0 } } as OpenedTables;
  const models = { position: () => 5n } as never;
  const analysisTables = { open: async () => opened, reached: async () => isUpToDate };
  return { models, analysisTables };
};

const open = (last: LogPosition | undefined, isUpToDate: boolean, asOf?: string) =>
  openAnalysisTablesAsOf(depsWith(last, isUpToDate), 'archline', asOf);

it.each([undefined, '2026-01-01'])(
  'refuses tables without any row that lack events, as of %s',
  async asOf => {
    await expect(open(undefined, false, asOf)).rejects.toMatchObject({ refusal: 'notCaughtUp' });
  },
);

it('opens tables that are behind, and those of an organisation without cases', async () => {
  expect((await open(START, false)).last).not.toBeNull();
  expect((await open(undefined, true)).last).toBeNull();
});
