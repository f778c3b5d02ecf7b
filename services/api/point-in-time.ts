/** Moments in queries: the forms in which they take a day or an ISO time. A day begins in UTC. */
import * as z from 'zod/mini';
import { isMoment } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { readPosition } from '#events/wire.ts';

/** A day or an ISO time as it was typed, where a day is one of the viewer's time zone. */
export const momentText = z.string().check(z.refine(isMoment, { error: 'date-format' }));

/** A day or an ISO time, as milliseconds since 1970. */
export const moment = z.pipe(
  momentText,
  z.transform((text: string) => Date.parse(text)),
);

/** A position of this log, a day or an ISO time, for `pointInTime`. */
export const pointInTimeText = z.string().check(z.maxLength(40));

/**
 * Reads `asOf`: a position of this log, a day, or an ISO time.
 * @returns a position, or a time in milliseconds since 1970
 * @throws Refusal positionForeign, badInput
 */
export function pointInTime(logId: string, text: string): bigint | number {
  if (isMoment(text)) return Date.parse(text);
  if (!/^\w{1,8}-\d{1,18}$/.test(text)) throw badField('asOf', 'invalid');
  const position = readPosition(logId, text);
  if (position === undefined) throw new Refusal('positionForeign');
  return position;
}
