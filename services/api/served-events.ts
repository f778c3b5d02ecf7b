/**
 * Reads the events of the cases that an organisation serves, in either direction of the log, without decrypting them.
 * Skips parts of the log without matching events (projections/eventDays).
 */
import { caseIdOfEvent, caseStreamOf, caseStreamPrefix } from '#events/case/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { type LogPosition, START, toLogPosition } from '#events/log-position.ts';
import { type LogSpan, logSpansOf, type WantedEvents } from '#projections/eventDays/spans.ts';
import type { ApiDeps } from './deps.ts';

/** Which events to read, of all cases or of one. */
export type ServedEventFilter = WantedEvents & { caseId?: string };

export type ServedRange = {
  /** Positions of events, both exclusive. Default: the log's ends. */
  after?: LogPosition;
  before?: LogPosition;
  direction?: 'forwards' | 'backwards';
  /** Maximum number of events in a batch. */
  size?: number;
};

/** A batch of the log: its matching events, and how far the log was read. */
export type ServedEventBatch = {
  events: Recorded[];
  /** Number of events that were read for it. */
  read: number;
  /** Position of the last event that was read, in the direction of reading. */
  edge: LogPosition;
};

type Deps = Pick<ApiDeps, 'models' | 'sealedLog'>;

const BATCH = 128;

function passes(filter: ServedEventFilter, { stream, type, by, at }: Recorded): boolean {
  const { types, people, from, to, caseId } = filter;
  return (
    (types?.has(type) ?? true) &&
    (people?.has(by) ?? true) &&
    (from === undefined || at >= from) &&
    (to === undefined || at < to) &&
    (caseId === undefined || stream === caseStreamOf(caseId))
  );
}

/** Whether the organisation serves the event's case. */
function createIsServed({ models }: Pick<Deps, 'models'>, orgId: string) {
  const served = new Map<string, boolean>();
  return (event: Recorded): boolean => {
    const caseId = caseIdOfEvent(event);
    const known = served.get(caseId);
    if (known !== undefined) return known;
    const isServed = models.state(caseId)?.servedBy === orgId;
    served.set(caseId, isServed);
    return isServed;
  };
}

/** Reads the matching events of one case from the case's own stream. */
async function* caseBatches(
  { sealedLog }: Deps,
  caseId: string,
  { after, before, direction, size = BATCH }: ServedRange,
): AsyncGenerator<Recorded[]> {
  let batch: Recorded[] = [];
  for await (const event of sealedLog.read(caseStreamOf(caseId), { direction })) {
    if (
      (after !== undefined && event.position <= after) ||
      (before !== undefined && event.position >= before)
    )
      continue;
    batch.push(event);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Returns the part of a span that is in the range; undefined if there is none. */
function within(span: LogSpan, { after, before }: ServedRange): LogSpan | undefined {
  if (after !== undefined && span.last <= after) return undefined;
  if (before !== undefined && span.first >= before) return undefined;
  return {
    ...span,
    after: after !== undefined && after > span.after ? after : span.after,
    before:
      before !== undefined && (span.before === undefined || before < span.before) ? before : span.before,
  };
}

async function* spanBatches(
  { sealedLog }: Deps,
  spans: readonly LogSpan[],
  { direction = 'forwards', size = BATCH, types }: ServedRange & Pick<WantedEvents, 'types'>,
): AsyncGenerator<Recorded[]> {
  const filter = { streamPrefix: caseStreamPrefix, ...(types && { types: [...types] }) };
  for (const { after, before, first, last } of direction === 'backwards' ? spans.toReversed() : spans)
    for await (const batch of sealedLog.readBatches({ after, before, direction, size, filter })) {
      const inside = batch.filter(({ position }) => position >= first && position <= last);
      if (inside.length > 0) yield inside;
      const edge = batch.at(-1)?.position;
      if (edge !== undefined && (direction === 'backwards' ? edge < first : edge > last)) break;
    }
}

/**
 * Reads matching events in batches, which may be empty. Trap: the rows must have reached the last position that the
 * reader expects (`models.reached`).
 */
export async function* readServedEvents(
  deps: Deps,
  orgId: string,
  filter: ServedEventFilter,
  range: ServedRange = {},
): AsyncGenerator<ServedEventBatch> {
  const isServed = createIsServed(deps, orgId);
  const { after = START } = range;
  // Callers ask for the newest of thousands of days before each answer to a question.
  const days = deps.models.eventDays(orgId).filter(({ last }) => toLogPosition(last) > after);
  const spans = logSpansOf(days, filter).flatMap(span => within(span, range) ?? []);
  const batches =
    filter.caseId === undefined
      ? spanBatches(deps, spans, { ...range, types: filter.types })
      : caseBatches(deps, filter.caseId, range);
  for await (const batch of batches) {
    const events = batch.filter(event => passes(filter, event) && isServed(event));
    const edge = batch.at(-1)?.position;
    if (edge !== undefined) yield { events, read: batch.length, edge };
  }
}
