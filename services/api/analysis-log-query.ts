/** Query fields of the LOG's routes, and their conversion for its reads. */
import * as z from 'zod/mini';
import { daySchema } from '#events/case/fields.ts';
import { badField } from '#events/errors.ts';
import type { LogPosition } from '#events/log-position.ts';
import { laterPosition } from '#projections/eventDays/spans.ts';
import type { LogViewer } from './analysis-log.ts';
import { spanOfDay } from './audit-query.ts';
import type { ApiDeps } from './deps.ts';
import {
  eventFilterParams,
  parseEventFilter,
  parseKnownPosition,
  wirePositionSchema,
} from './event-query.ts';
import { momentSchema } from './point-in-time.ts';
import type { ServedEventFilter, ServedRange } from './served-events.ts';

const PAGE_MOST = 200;

const { by: _by, ...shared } = eventFilterParams;
const filterParams = {
  ...shared,
  /** Days in the time zone of the viewer's organisation, both inclusive. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
  /** The pseudonym of the acting person, `system` or `patient`. */
  person: z.optional(z.string().check(z.regex(/^[a-z0-9]{6,11}$/, { error: 'invalid' }))),
};
export const logFilterQuerySchema = z.strictObject(filterParams);

export const logPageQuerySchema = z.strictObject({
  ...filterParams,
  /** Reads forwards after a position, or backwards before one. Default: backwards from the end. */
  after: z.optional(wirePositionSchema),
  before: z.optional(wirePositionSchema),
  /** Reads forwards from the first event of a local day, or later than an ISO time. */
  at: z.optional(momentSchema),
  size: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/, { error: 'page-range' })),
      z.transform(Number).check(z.refine(n => n >= 1 && n <= PAGE_MOST, { error: 'page-range' })),
    ),
  ),
});

export const logHoursQuerySchema = z.strictObject({ ...filterParams, day: daySchema });

/** Ids of the people with this pseudonym: one, or none. */
function idsOf({ models }: ApiDeps, { orgId, pseudonym }: LogViewer, asked: string): string[] {
  const ids = new Set(['system', 'patient', ...models.directory().people.keys()]);
  // People who left are not in the directory any more, only in the log.
  for (const { counts } of models.eventDays(orgId))
    for (const ofType of Object.values(counts)) for (const id of Object.keys(ofType)) ids.add(id);
  return [...ids].filter(id => pseudonym(id) === asked);
}

/** @throws Refusal badInput */
export function parseLogFilter(
  deps: ApiDeps,
  reader: LogViewer,
  { from, to, person, ...asked }: z.infer<typeof logFilterQuerySchema>,
): ServedEventFilter {
  const edge = (text: string, of: 'from' | 'to') => new Date(spanOfDay(reader.zone, text)[of]).toISOString();
  if (from !== undefined && to !== undefined && to < from) throw badField('to', 'range-order');
  const filter = parseEventFilter(deps, {
    ...asked,
    ...(from !== undefined && { from: edge(from, 'from') }),
    ...(to !== undefined && { to: edge(to, 'to') }),
  });
  if (person === undefined) return filter;
  const ids = idsOf(deps, reader, person);
  return { ...filter, people: new Set(filter.people ? ids.filter(id => filter.people?.has(id)) : ids) };
}

const dayOnly = /^\d{4}-\d\d-\d\d$/;
/** Returns the time after which rows begin: the given time, or the last millisecond before the given local day. */
const lastBefore = (zone: string, at: string): number =>
  dayOnly.test(at) ? spanOfDay(zone, at).from - 1 : Date.parse(at);

type PlaceAsked = Pick<z.infer<typeof logPageQuerySchema>, 'after' | 'before' | 'at'>;

/**
 * Returns where a page begins, and its direction. A moment is converted to the same position as in lists, tables and
 * the track.
 * @throws Refusal badInput, positionForeign
 */
export async function parseLogPlace(
  deps: Pick<ApiDeps, 'models' | 'sealedLog'>,
  { zone }: Pick<LogViewer, 'zone'>,
  { after, before, at }: PlaceAsked,
  head: LogPosition,
): Promise<ServedRange> {
  if (before !== undefined && (after !== undefined || at !== undefined))
    throw badField('before', 'one-direction');
  if (after === undefined && at === undefined) {
    const known = before === undefined ? undefined : await parseKnownPosition(deps, before, head);
    return { direction: 'backwards', before: known };
  }
  const known = await parseKnownPosition(deps, after, head);
  if (at === undefined) return { direction: 'forwards', after: known };
  const then = await deps.models.past.positionAt(lastBefore(zone, at));
  return { direction: 'forwards', after: laterPosition(known, then) };
}
