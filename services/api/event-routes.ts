/** GET /api/events: the log for analysts as JSON lines, streamed at the reader's pace. */

import { setImmediate } from 'node:timers/promises';
import { stream } from 'hono/streaming';
import * as z from 'zod/mini';
import { isDay } from '#events/case/fields.ts';
import { caseStream, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { Refusal } from '#events/errors.ts';
import { START } from '#events/log-position.ts';
import type { Viewer } from '#events/person/position.ts';
import { readPosition, wirePosition } from '#events/wire.ts';
import { createRefusingSemaphore, type RefusingSemaphore } from '../concurrency/refusing-semaphore.ts';
import type { ApiDeps } from './deps.ts';
import { type Route, signedRoute } from './route.ts';

const MAX = 100_000;
/** Characters per write. */
const BATCH = 64 * 1024;
const EVENTS_A_TURN = 128;
/** Date.parse accepts 31 February as a day in March. */
const isMoment = (text: string) => isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
const time = z.string().check(
  z.refine(text => /^\d{4}-\d{2}-\d{2}/.test(text) && isMoment(text), {
    error: 'date-format',
  }),
);

const query = z.strictObject({
  after: z.optional(z.string().check(z.maxLength(40))),
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,6}$/, { error: 'page-range' })),
      z.transform(Number).check(z.refine(n => n >= 1 && n <= MAX, { error: 'page-range' })),
    ),
  ),
  type: z.optional(z.string().check(z.maxLength(500))),
  caseId: z.optional(z.string().check(z.maxLength(64))),
  from: z.optional(time),
  to: z.optional(time),
});
type Asked = z.infer<typeof query>;

/** @throws Refusal positionForeign */
function claimedIn({ store }: ApiDeps, after: string | undefined): bigint {
  if (after === undefined) return START;
  const claimed = readPosition(store.id, after);
  if (claimed === undefined) throw new Refusal('positionForeign');
  return claimed;
}

/**
 * Returns true for events that the viewer may read: those of cases of organisations that the own one serves.
 * Never with personal parts: the history is for counting and timing.
 */
function reader(deps: ApiDeps, viewer: Viewer) {
  const served = new Map<string, boolean>();
  return (event: Recorded): boolean => {
    const caseId = event.stream.slice(caseStreamPrefix.length);
    const known = served.get(caseId);
    if (known !== undefined) return known;
    const mine = deps.models.state(caseId)?.servedBy === viewer.orgId;
    served.set(caseId, mine);
    return mine;
  };
}

function filterOf(asked: Asked): (event: Recorded) => boolean {
  const types = asked.type?.split(',');
  const from = asked.from === undefined ? undefined : new Date(asked.from).toISOString();
  const to = asked.to === undefined ? undefined : new Date(asked.to).toISOString();
  return e =>
    (types === undefined || types.includes(e.type)) &&
    (asked.caseId === undefined || e.stream === caseStream(asked.caseId)) &&
    (from === undefined || e.at >= from) &&
    (to === undefined || e.at < to);
}

function line(logId: string, e: Recorded): string {
  const { id, type, at, by, data, v, revision } = e;
  const position = wirePosition(logId, e.position);
  const caseId = e.stream.slice(caseStreamPrefix.length);
  return `${JSON.stringify({ position, caseId, revision, id, type, v, at, by, data })}\n`;
}

/**
 * The stream of the requested case, else the whole log. Undecrypted: decryption would be most of the cost.
 */
async function source(
  { sealedLog }: ApiDeps,
  asked: Asked,
  claimed: bigint,
): Promise<AsyncIterable<Recorded>> {
  if (asked.caseId !== undefined) return sealedLog.read(caseStream(asked.caseId));
  const after = await sealedLog.lastUpTo(claimed);
  return sealedLog.readAll({ after, filter: { streamPrefix: caseStreamPrefix } });
}

/** Takes one of a person's concurrent streams until it ends. @throws Refusal tooMany, busy */
function enter(streams: RefusingSemaphore, by: string): Promise<() => void> {
  return new Promise((resolve, reject) => {
    streams.take(by, () => new Promise<void>(leave => resolve(leave))).catch(reject);
  });
}

type Out = { readonly aborted: boolean; write(text: string): Promise<unknown> };

/**
 * Writes lines in batches at the reader's pace. Yields to the event loop after a number of events.
 * @param events undefined for each event that is skipped
 */
async function write(out: Out, events: AsyncIterable<Recorded | undefined>, logId: string): Promise<void> {
  let batch = '';
  let seen = 0;
  for await (const e of events) {
    if (out.aborted) return;
    if (e) batch += line(logId, e);
    if (batch.length >= BATCH) {
      await out.write(batch);
      batch = '';
    }
    seen += 1;
    if (seen % EVENTS_A_TURN === 0) await setImmediate();
  }
  if (batch !== '') await out.write(batch);
}

export function eventRoutes(deps: ApiDeps): Route[] {
  const { models, auditTrail } = deps;
  const streams = createRefusingSemaphore({ person: 2, node: 32 });
  return [
    signedRoute({
      method: 'get',
      media: 'application/x-ndjson',
      path: '/api/events',
      rule: ['Analyst', 'Admin'],
      rights: ['analysisFacts'],
      tag: 'analysis',
      summary: 'The events of the cases that this person sees, as NDJSON, without their personal parts.',
      query,
      handle: async ({ c, viewer, query: parsed }) => {
        const asked = parsed();
        const claimed = claimedIn(deps, asked.after);
        const mine = reader(deps, viewer);
        const fits = filterOf(asked);
        await auditTrail.eventsRead(viewer, asked.caseId ?? null);
        const leave = await enter(streams, viewer.id);
        // Opens the source before the answer starts, so that an unavailable log is refused properly.
        const events = await source(deps, asked, claimed).catch((error: unknown) => {
          leave();
          throw error;
        });
        async function* chosen() {
          let left = asked.limit ?? MAX;
          for await (const e of events) {
            const wantedHere = e.position > claimed && mine(e) && fits(e);
            if (wantedHere && left-- === 0) return;
            yield wantedHere ? e : undefined;
          }
        }
        c.header('Content-Type', 'application/x-ndjson; charset=utf-8');
        return stream(c, async out => {
          try {
            await write(out, chosen(), models.logId);
          } finally {
            leave();
          }
        });
      },
    }),
  ];
}
