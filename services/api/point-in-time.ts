/**
 * Moments in queries: schemas and parsers of a day or an ISO time. A day begins in the time zone of the viewer's
 * organisation.
 */
import * as z from 'zod/mini';
import { isDayOrTime } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import type { Viewer } from '#events/person/position.ts';
import { parseWirePosition } from '#events/wire.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import { spanOfDay, zoneOfViewer } from './audit-query.ts';

/** A day or an ISO time as it was typed. */
export const momentSchema = z
  .string()
  .check(z.maxLength(40), z.refine(isDayOrTime, { error: 'date-format' }));

/** A position of this log, a day or an ISO time, for `parsePointInTime`. */
export const pointInTimeSchema = z.string().check(z.maxLength(40));

/**
 * Returns the start of a day, or an ISO time, in milliseconds since 1970.
 * @param zone time zone of the day
 * @param text a moment (`isDayOrTime`)
 */
export const parseInstant = (zone: string, text: string): number =>
  text.includes('T') ? Date.parse(text) : spanOfDay(zone, text).from;

/** The parts of the read models that know the log and the organisations' time zones. */
export type MomentModels = Pick<ReadModels, 'logId' | 'directory'>;

/**
 * Reads `asOf`: a position of this log, a day, or an ISO time.
 * @returns a position, or a time in milliseconds since 1970
 * @throws Refusal positionForeign, badInput
 */
export function parsePointInTime(
  models: MomentModels,
  viewer: Pick<Viewer, 'orgId'>,
  text: string,
): bigint | number {
  if (isDayOrTime(text)) return parseInstant(zoneOfViewer(models, viewer), text);
  const { logId } = models;
  if (!/^\w{1,8}-\d{1,18}$/.test(text)) throw badField('asOf', 'invalid');
  const position = parseWirePosition(logId, text);
  if (position === undefined) throw new Refusal('positionForeign');
  return position;
}
