/** The filter of case events in a query: its fields, and its conversion for the log's readers. */
import * as z from 'zod/mini';
import { idSchema } from '#events/case/fields.ts';
import { caseEvents, isCaseEventType } from '#events/case/stream.ts';
import { badField, Refusal } from '#events/errors.ts';
import { type LogPosition, START } from '#events/log-position.ts';
import { positions } from '#events/person/position.ts';
import { parseWirePosition } from '#events/wire.ts';
import type { ApiDeps } from './deps.ts';
import { momentSchema } from './point-in-time.ts';
import type { ServedEventFilter } from './served-events.ts';

const TYPES_LENGTH = 4000;

/** A wire position, which `parseKnownPosition` reads. */
export const wirePositionSchema = z.string().check(z.maxLength(40));

export const eventFilterParams = {
  /** Types, separated by commas. */
  type: z.optional(z.string().check(z.maxLength(TYPES_LENGTH))),
  caseId: z.optional(z.string().check(z.maxLength(64))),
  /** Times of the events: `from` inclusive, `to` exclusive. */
  from: z.optional(momentSchema),
  to: z.optional(momentSchema),
  /** The acting person. */
  by: z.optional(idSchema),
  /** The position that the acting person has now. */
  position: z.optional(z.enum(positions)),
};
const eventFilterQuery = z.strictObject(eventFilterParams);
export type EventFilterQuery = z.infer<typeof eventFilterQuery>;

/** @throws Refusal badInput with the types that exist */
function typesIn(text: string): ReadonlySet<string> {
  const types = text.split(',');
  const type = types.find(one => !isCaseEventType(one));
  if (type !== undefined)
    throw badField('type', 'event-type-unknown', { type, types: Object.keys(caseEvents).join(', ') });
  return new Set(types);
}

/** Ids of the wanted people; undefined for all. */
function peopleOf(
  { models }: Pick<ApiDeps, 'models'>,
  { by, position: wanted }: EventFilterQuery,
): ReadonlySet<string> | undefined {
  if (wanted === undefined) return by === undefined ? undefined : new Set([by]);
  const people = [...models.directory().people.values()].filter(person => person.position === wanted);
  const ids = people.map(person => person.id);
  return new Set(by === undefined ? ids : ids.filter(one => one === by));
}

/** ISO texts of later times have another form and do not sort as text. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const isoOf = (text: string) => new Date(Math.min(Date.parse(text), LATEST_MS)).toISOString();

/** @throws Refusal badInput */
export function parseEventFilter(deps: Pick<ApiDeps, 'models'>, asked: EventFilterQuery): ServedEventFilter {
  const { type, caseId } = asked;
  const from = asked.from === undefined ? undefined : isoOf(asked.from);
  const to = asked.to === undefined ? undefined : isoOf(asked.to);
  if (from !== undefined && to !== undefined && to < from) throw badField('to', 'range-order');
  return {
    ...(type !== undefined && { types: typesIn(type) }),
    people: peopleOf(deps, asked),
    ...{ caseId, from, to },
  };
}

/**
 * Position of an event of this log, or START. The wire may name a position without an event.
 * @throws Refusal positionForeign for a position of another log or beyond the head
 */
export async function parseKnownPosition(
  { sealedLog, models }: Pick<ApiDeps, 'sealedLog' | 'models'>,
  wire: string | undefined,
  head: LogPosition,
): Promise<LogPosition> {
  if (wire === undefined) return START;
  const claimed = parseWirePosition(models.logId, wire);
  if (claimed === undefined || claimed > head) throw new Refusal('positionForeign');
  return sealedLog.lastUpTo(claimed);
}

/**
 * Maximum wait until the rows have reached the log's head, in ms. The rows decide which cases an organisation serves.
 */
const WAIT_MS = 2000;

/** The log's head, which the rows have reached. @throws Refusal notCaughtUp */
export async function waitForHead({
  sealedLog,
  models,
}: Pick<ApiDeps, 'sealedLog' | 'models'>): Promise<LogPosition> {
  const head = await sealedLog.head();
  if (!(await models.reached(head, WAIT_MS))) throw new Refusal('notCaughtUp');
  return head;
}
