/** Opens an organisation's tables at the moment that a request names, and says which rows they lack. */
import { badField, Refusal } from '#events/errors.ts';
import { toLogPosition } from '#events/log-position.ts';
import { toWirePosition } from '#events/wire.ts';
import type { MissingRange } from '../analysis/manifest.ts';
import type { OpenedTables } from '../analysis/query.ts';
import type { TableName } from '../analysis/tables.ts';
import { parseTimeOrPosition } from './analysis-query.ts';
import type { ApiDeps } from './deps.ts';

/** A range of wire positions whose rows are being rebuilt after damage or an erasure. */
export type WireRange = { table: TableName; from: string; to: string };

export const toWireRanges = (logId: string, lacks: readonly MissingRange[]): WireRange[] =>
  lacks.map(({ table, from, to }) => ({
    table,
    from: toWirePosition(logId, toLogPosition(from)),
    to: toWirePosition(logId, toLogPosition(to)),
  }));

/** Maximum wait until the tables have caught up with the rows, in ms. */
const WAIT_MS = 2000;

type TablesDeps = Pick<ApiDeps, 'models' | 'analysisTables'>;

/**
 * Waits until the tables have reached a position.
 * @param wanted position of the request's X-Position, which the rows have reached
 * @throws Refusal notCaughtUp after two seconds
 */
export async function waitForTables(
  { analysisTables }: Pick<TablesDeps, 'analysisTables'>,
  wanted: bigint | undefined,
): Promise<void> {
  if (wanted !== undefined && !(await analysisTables.reached(wanted, WAIT_MS)))
    throw new Refusal('notCaughtUp');
}

/**
 * @param asOf a position of this log, a day or an ISO time; undefined for now
 * @throws Refusal badInput, positionForeign, analysisAbsent; notCaughtUp while the first rows are not built
 */
export async function openAnalysisTablesAsOf(
  { models, analysisTables: tables }: TablesDeps,
  orgId: string,
  asOf: string | undefined,
): Promise<OpenedTables> {
  // Waits briefly. Answers name their position, so an answer that is a little behind is better than none.
  const isUpToDate = await tables.reached(models.position(), WAIT_MS);
  // Tables that are still built for the first time must not look like those of an organisation without cases.
  const isUnbuilt = ({ first }: OpenedTables) => !first && !isUpToDate && tables.fault() === undefined;
  if (asOf === undefined) {
    const now = await tables.open(orgId);
    if (isUnbuilt(now)) throw new Refusal('notCaughtUp');
    return now;
  }
  const at = parseTimeOrPosition(models, orgId, asOf);
  if (typeof at !== 'number' && BigInt(at.position) > models.position()) throw new Refusal('positionForeign');
  const open = await tables.open(
    orgId,
    typeof at === 'number' ? { clock: at } : { position: BigInt(at.position) },
  );
  if (!open.last) throw isUnbuilt(open) ? new Refusal('notCaughtUp') : badField('asOf', 'before-first');
  return open;
}
