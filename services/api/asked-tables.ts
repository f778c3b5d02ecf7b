/**
 * The tables that a question in SQL reads. No answer contains facts of a patient who was erased after the tables' last
 * commit, even if the question began before the erasure.
 */

import { Refusal } from '#events/errors.ts';
import type { LogPosition } from '#events/log-position.ts';
import type { Viewer } from '#events/person/position.ts';
import type { OpenedTables } from '../analysis/query.ts';
import type { TableName } from '../analysis/tables.ts';
import type { ApiDeps } from './deps.ts';
import { hasErasureAfter } from './erased-cases.ts';
import { openAnalysisTablesAsOf } from './tables-at.ts';
import { readableTablesOf } from './viewer-tables.ts';

type AskedTables = {
  /** Tables that exist for the person. */
  tables: readonly TableName[];
  /**
   * Opens the tables.
   * @throws Refusal notCaughtUp if the text names the facts of cases, which may include an erased patient's; otherwise
   * like openAnalysisTablesAsOf
   */
  open: () => Promise<OpenedTables>;
  /**
   * Checks for erasures again before the answer is sent.
   * @throws Refusal notCaughtUp if a patient was erased meanwhile
   */
  check: () => Promise<void>;
};

const withoutFacts = (open: OpenedTables): OpenedTables => ({
  ...open,
  source: (names, pathOf) =>
    open.source(
      names.filter(name => name !== 'case_facts'),
      pathOf,
    ),
});

export function createAskedTables(
  deps: Pick<ApiDeps, 'models' | 'analysisTables' | 'sealedLog'>,
  viewer: Viewer,
  { sql, asOf }: { sql: string; asOf?: string | undefined },
): AskedTables {
  const tables = readableTablesOf(viewer);
  /** Position of the facts that the question reads; undefined if it reads none. */
  let factsAt: LogPosition | undefined;
  const isStale = async () => factsAt !== undefined && (await hasErasureAfter(deps, viewer.orgId, factsAt));
  return {
    tables,
    open: async () => {
      const open = await openAnalysisTablesAsOf(deps, viewer.orgId, asOf);
      factsAt = tables.includes('case_facts') ? open.factsAt : undefined;
      if (!(await isStale())) return open;
      if (/case_facts/i.test(sql)) throw new Refusal('notCaughtUp');
      factsAt = undefined;
      // Trap: a text can assemble a table's name from parts ('case_' 'facts'). So the table is withheld even if the
      // text does not name it.
      return withoutFacts(open);
    },
    check: async () => {
      if (await isStale()) throw new Refusal('notCaughtUp');
    },
  };
}
