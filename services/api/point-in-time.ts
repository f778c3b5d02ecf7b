/** Reads `asOf`: a position of this log, a day, or an ISO time. */
import { isDay } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { readPosition } from '#events/wire.ts';

/**
 * Returns a position, or a time in milliseconds since 1970.
 * @throws Refusal positionForeign, badInput
 */
export function pointInTime(logId: string, text: string): bigint | number {
  // Date.parse accepts 31 February as a day in March.
  const time =
    /^\d{4}-\d{2}-\d{2}(T|$)/.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  if (!/^\w{1,8}-\d{1,18}$/.test(text)) throw badField('asOf', 'invalid');
  const position = readPosition(logId, text);
  if (position === undefined) throw new Refusal('positionForeign');
  return position;
}
