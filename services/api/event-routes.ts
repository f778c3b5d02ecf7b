/** GET /api/events: the log for analysts as JSON lines, streamed at the reader's pace. */
import * as z from 'zod/mini';
import { columnsOfOpenData } from '#events/analysis/event-row.ts';
import { factsOfEvent } from '#events/analysis/facts.ts';
import { analystPositions } from '#events/analysis/rights.ts';
import { caseIdOfEvent } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { badField, Refusal } from '#events/errors.ts';
import type { LogPosition } from '#events/log-position.ts';
import { recordOf } from '#events/streams.ts';
import { toWirePosition, type WirePosition } from '#events/wire.ts';
import type { FindPseudonym } from '../analysis/tables.ts';
import { createRefusingSemaphore, type RefusingSemaphore } from '../concurrency/refusing-semaphore.ts';
import { answerStream } from '../http/gzip-stream.ts';
import type { GenuineNotebookKey } from '../people/notebook-keys.ts';
import type { ApiDeps } from './deps.ts';
import {
  type EventFilterQuery,
  eventFilterParams,
  parseEventFilter,
  parseKnownPosition,
  waitForHead,
  wirePositionSchema,
} from './event-query.ts';
import { type Route, signedRoute } from './route.ts';
import { readServedEvents, type ServedEventBatch } from './served-events.ts';

/** Characters per write. */
const BATCH = 64 * 1024;

const query = z.strictObject({
  ...eventFilterParams,
  after: z.optional(wirePositionSchema),
  /** Default: no limit. */
  limit: z.optional(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, { error: 'page-range' })), z.transform(Number)),
  ),
  /** `1` adds a last line, without which the answer is incomplete. */
  end: z.optional(z.literal('1')),
});

const openLine: LineOf = (position, e) => {
  const { id, type, at, by, data, v, revision } = e;
  return { position, caseId: caseIdOfEvent(e), revision, id, type, v, at, by, data };
};

/**
 * Formats an event for a request with a notebook key: with the columns of the table `events`, without ids of people
 * and files.
 */
function pseudonymLine(pseudonym: FindPseudonym): LineOf {
  return (position, e) => {
    const event = recordOf('case', e);
    const { type, at, revision, data } = event;
    return {
      ...{ position, caseId: caseIdOfEvent(e), revision, type, at, by: pseudonym(e.by) },
      to: 'to' in data ? data.to : null,
      ...columnsOfOpenData(data),
      facts: factsOfEvent(event),
    };
  };
}

/** @throws Refusal notPermitted; badInput for a person's id, whose pseudonym the answer would reveal */
function assertKeyMayRead({ tables }: GenuineNotebookKey, { by }: EventFilterQuery): void {
  if (!tables.includes('events')) throw new Refusal('notPermitted');
  if (by !== undefined) throw badField('by', 'unknown-field');
}

/** The last line says whether a limit cut the answer, and after which position the next request continues. */
const endLine = (logId: string, at: LogPosition, more: boolean) =>
  `${JSON.stringify({ end: true, position: toWirePosition(logId, at), more })}\n`;

/** Takes one of a person's places for concurrent streams. @returns frees the place @throws Refusal tooMany, busy */
function enter(streams: RefusingSemaphore, by: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    streams.take(by, () => new Promise<void>(leave => resolve(leave))).catch(reject);
  });
}

type LineOf = (place: WirePosition, e: Recorded) => object;
type Lines = { logId: string; head: LogPosition; limit: number; end: boolean; lineOf: LineOf };

/** Joins lines to pieces of `BATCH` characters. Ends at the head, or where the limit cuts. */
async function* piecesOf(
  batches: AsyncIterable<ServedEventBatch>,
  { logId, head, limit, end, lineOf }: Lines,
): AsyncGenerator<string> {
  let [piece, left, last, more] = ['', limit, head, false];
  reading: for await (const { events } of batches)
    for (const event of events) {
      if (event.position > head) break reading;
      more = left === 0;
      if (more) break reading;
      left -= 1;
      last = event.position;
      piece += `${JSON.stringify(lineOf(toWirePosition(logId, event.position), event))}\n`;
      if (piece.length < BATCH) continue;
      yield piece;
      piece = '';
    }
  if (end) piece += endLine(logId, more ? last : head, more);
  if (piece !== '') yield piece;
}

export function eventRoutes(deps: ApiDeps): Route[] {
  const { models, auditTrail, log } = deps;
  const streams = createRefusingSemaphore({ person: 2, node: 32 });
  return [
    signedRoute({
      method: 'get',
      media: 'application/x-ndjson',
      path: '/api/events',
      rule: analystPositions,
      rights: ['analysisFacts'],
      tag: 'analysis',
      summary:
        'The events of the cases that this organisation serves, as NDJSON, without their personal parts. `X-Head` is the log’s head when it began; `end=1` adds a last line.',
      notebook: true,
      query,
      handle: async ({ c, viewer, session: { notebookKey: key }, query: parsed }) => {
        const { after, limit = Number.POSITIVE_INFINITY, end, ...asked } = parsed();
        if (key) assertKeyMayRead(key, asked);
        const lineOf = key ? pseudonymLine(await deps.pseudonyms.of(viewer.orgId)) : openLine;
        const filter = parseEventFilter(deps, asked);
        const head = await waitForHead(deps);
        const range = { after: await parseKnownPosition(deps, after, head) };
        await auditTrail.eventsRead(viewer, asked.caseId ?? null);
        c.header('Content-Type', 'application/x-ndjson; charset=utf-8');
        c.header('X-Head', toWirePosition(models.logId, head));
        if (c.req.method === 'HEAD') return c.body(null, 200);
        const leave = await enter(streams, viewer.id);
        const batches = readServedEvents(deps, viewer.orgId, filter, range);
        const pieces = piecesOf(batches, {
          ...{ logId: models.logId, head, limit, lineOf },
          end: end !== undefined,
        });
        const onEnd = (error: Error | null | undefined) => {
          leave();
          if (error && !c.req.raw.signal.aborted)
            log.error({ requestId: c.get('requestId'), err: error }, 'a stream of events was truncated');
        };
        return answerStream(c, pieces, { timers: deps.timers, log, onEnd });
      },
    }),
  ];
}
