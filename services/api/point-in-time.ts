/** Moments in queries: one reading of a day or an ISO time, and the forms in which queries take it. */
import * as z from 'zod/mini';
import { isDay } from '#events/case/fields.ts';
import { badField, Refusal } from '#events/errors.ts';
import { readPosition } from '#events/wire.ts';

const MOMENT_LENGTH = 40;

/** A day (its begin in UTC) or an ISO time, in ms since 1970; undefined for any other text. */
function timeIn(text: string): number | undefined {
  if (text.length > MOMENT_LENGTH || !/^\d{4}-\d{2}-\d{2}(T|$)/.test(text)) return undefined;
  // Date.parse accepts 31 February as a day in March.
  const time = isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

export const isMoment = (text: string): boolean => timeIn(text) !== undefined;

/** A day or an ISO time as it was typed, where a day is one of the viewer's time zone. */
export const momentText = z.string().check(z.refine(isMoment, { error: 'date-format' }));

/** A day or an ISO time, as milliseconds since 1970. */
export const moment = z.pipe(
  momentText,
  z.transform((text: string) => Date.parse(text)),
);

/**
 * Reads `asOf`: a position of this log, a day, or an ISO time.
 * @returns a position, or a time in milliseconds since 1970
 * @throws Refusal positionForeign, badInput
 */
export function pointInTime(logId: string, text: string): bigint | number {
  const time = timeIn(text);
  if (time !== undefined) return time;
  if (!/^\w{1,8}-\d{1,18}$/.test(text)) throw badField('asOf', 'invalid');
  const position = readPosition(logId, text);
  if (position === undefined) throw new Refusal('positionForeign');
  return position;
}
