/** The audit's filter: its query fields, and its conversion for reading and for recording. */
import * as z from 'zod/mini';
import type { AuditFilter } from '#events/audit/events.ts';
import { auditKinds } from '#events/audit/kinds.ts';
import { dayNumber, defaultZone } from '#events/case/calendar.ts';
import { daySchema, idSchema } from '#events/case/fields.ts';
import { spansOfDayPart } from '#events/desk/zone.ts';
import type { Viewer } from '#events/person/position.ts';
import type { AuditQuery } from '#projections/audit/reads.ts';
import type { ReadModels } from '#projections/readmodels.ts';
import type { ApiDeps } from './deps.ts';

const filterParams = {
  personId: z.optional(idSchema),
  caseId: z.optional(idSchema),
  kind: z.optional(z.enum(auditKinds)),
  orgId: z.optional(idSchema),
  /** Days in the time zone of the viewer's organisation, both inclusive. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
};

export const auditFilterQuerySchema = z.strictObject(filterParams);

const auditPageMost = 100;
export const auditQuerySchema = z.strictObject({
  ...filterParams,
  before: z.optional(
    z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\|\d{20}$/, { error: 'invalid' })),
  ),
  size: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/, { error: 'page-range' })),
      z.transform(Number).check(z.refine(n => n >= 1 && n <= auditPageMost, { error: 'page-range' })),
    ),
  ),
});

const wholeDay = { from: 0, to: 24 * 60 };
const dayMs = 86_400_000;

/** First and last instant of a local day. A day that a zone skipped is taken as a day of UTC. */
export function spanOfDay(zone: string, text: string): { from: number; to: number } {
  const spans = spansOfDayPart(zone, text, wholeDay);
  const midnight = dayNumber(text) * dayMs;
  return { from: spans[0]?.from ?? midnight, to: spans.at(-1)?.to ?? midnight + dayMs };
}

/** Time zone of the viewer's organisation. */
export const zoneOfViewer = (
  models: Pick<ReadModels, 'directory'>,
  { orgId }: Pick<Viewer, 'orgId'>,
): string => models.directory().organisations.get(orgId)?.zone ?? defaultZone;

/** Converts a filter by local days to a query of the rows. Leaves out entries whose retention time is over. */
export function auditQueryOf(
  { models, clock, auditDays }: Pick<ApiDeps, 'models' | 'clock' | 'auditDays'>,
  viewer: Viewer,
  { from, to, ...filter }: AuditFilter,
): Omit<AuditQuery, 'size'> {
  const zone = zoneOfViewer(models, viewer);
  const kept = clock.now() - auditDays * dayMs;
  const start = from === undefined ? kept : Math.max(kept, spanOfDay(zone, from).from);
  return {
    ...filter,
    from: new Date(start).toISOString(),
    ...(to !== undefined && { to: new Date(spanOfDay(zone, to).to).toISOString() }),
  };
}
