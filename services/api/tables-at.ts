/** Opens an organisation's tables at the moment that a request names. */
import { badField, Refusal } from '#events/errors.ts';
import type { OpenTables } from '../analysis/query.ts';
import { momentOf } from './analysis-query.ts';
import type { ApiDeps } from './deps.ts';

/** How long the tables may take to reach the rows. */
const WAIT_MS = 2000;

/**
 * @param asOf a position of this log, a day or an ISO time; undefined for now
 * @throws Refusal badInput, positionForeign, analysisAbsent
 */
export async function openTablesAt(
  { models, analysisTables: tables }: Pick<ApiDeps, 'models' | 'analysisTables'>,
  orgId: string,
  asOf: string | undefined,
): Promise<OpenTables> {
  // Answers say their position, so one that is a little behind is better than none.
  await tables.reached(models.position(), WAIT_MS);
  if (asOf === undefined) return tables.open(orgId);
  const at = momentOf(models.logId, asOf);
  if (typeof at !== 'number' && BigInt(at.position) > models.position()) throw new Refusal('positionForeign');
  const open = await tables.open(
    orgId,
    typeof at === 'number' ? { clock: at } : { position: BigInt(at.position) },
  );
  if (!open.last) throw badField('asOf', 'before-first');
  return open;
}
