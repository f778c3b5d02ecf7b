/** Converts request messages of the client's stubs into the server's own types. */
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from './event-rows.ts';
import type { ProposedEvent } from './records.ts';
import type { ExpectedRevision } from './verdict.ts';

type AppendReq = InstanceType<typeof streams.AppendReq>;
type BatchAppendReq = InstanceType<typeof streams.BatchAppendReq>;
type ReadReq = InstanceType<typeof streams.ReadReq>;
type DeleteReq = InstanceType<typeof streams.DeleteReq> | InstanceType<typeof streams.TombstoneReq>;
type Identifier = { getStreamName_asU8(): Uint8Array } | undefined;

const nameOf = (identifier: Identifier) => Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

/** Caps a number at the largest safe integer; no log is that long. */
const numberOf = (text: string | undefined) => Math.min(Number(text), Number.MAX_SAFE_INTEGER);

type Expecting = { hasAny(): boolean; hasStreamExists(): boolean; hasNoStream(): boolean };

function expectedBy(options: Expecting | undefined, revision: string | undefined): ExpectedRevision {
  if (!options || options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'exists';
  return options.hasNoStream() ? -1 : numberOf(revision);
}

/** One message of a batch append. */
export type AppendPart = {
  correlation: string;
  /** Only in the first message of an append; `deadline` in ms since 1970. */
  options?: { stream: string; expected: ExpectedRevision; deadline: number };
  /** Undefined if one of the events is invalid. */
  events: ProposedEvent[] | undefined;
  last: boolean;
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NIL = '00000000-0000-0000-0000-000000000000';

type Message =
  | ReturnType<BatchAppendReq['getProposedMessagesList']>[number]
  | NonNullable<ReturnType<AppendReq['getProposedMessage']>>;

/** Converts an event. @returns undefined if its id or type is missing */
export function parseProposedEvent(message: Message): ProposedEvent | undefined {
  const id = message.getId()?.getString() ?? '';
  const type = message.getMetadataMap().get('type') ?? '';
  if (!UUID.test(id) || id === NIL || type === '') return undefined;
  return {
    // EventStoreDB stores the id as a 128-bit number, so it is returned in lower case.
    id: id.toLowerCase(),
    type,
    json: message.getMetadataMap().get('content-type') === 'application/json',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function parseAppendPart(req: BatchAppendReq): AppendPart {
  const options = req.getOptions();
  const events = req.getProposedMessagesList().map(parseProposedEvent);
  return {
    correlation: req.getCorrelationId()?.getString() ?? '',
    ...(options && {
      options: {
        stream: nameOf(options.getStreamIdentifier()),
        expected: expectedBy(options, options.getStreamPosition()),
        deadline: options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY,
      },
    }),
    events: events.every(event => event !== undefined) ? events : undefined,
    last: req.getIsFinal(),
  };
}

/** Reads the first message of an append call. @returns undefined if it has no options */
export function parseAppendTarget(
  req: AppendReq,
): { stream: string; expected: ExpectedRevision } | undefined {
  const options = req.getOptions();
  if (!options) return undefined;
  const expected = expectedBy(options, options.getRevision());
  return { stream: nameOf(options.getStreamIdentifier()), expected };
}

export const parseRemoval = (req: DeleteReq) => ({
  stream: nameOf(req.getOptions()?.getStreamIdentifier()),
  expected: expectedBy(req.getOptions(), req.getOptions()?.getRevision()),
});

/** Options of a read; `from` is a revision of the stream, or a position of the log. */
export type ReadRequest = {
  stream: string | undefined;
  from: 'start' | 'end' | number;
  backwards: boolean;
  limit: number;
  live: boolean;
  wanted: (event: StoredEvent) => boolean;
  /** Whether the target of a link is returned as well. */
  resolveLinks: boolean;
  /** Number of examined events between two checkpoints; undefined without a filter. */
  checkpointEach: number | undefined;
};

type Filter = ReturnType<NonNullable<ReturnType<ReadReq['getOptions']>>['getFilter']>;

function wantedBy(filter: Filter): ReadRequest['wanted'] {
  const byStream = filter?.getStreamIdentifier();
  const expression = byStream ?? filter?.getEventType();
  if (!expression) return () => true;
  const prefixes = expression.getPrefixList();
  const regex = expression.getRegex() ? new RegExp(expression.getRegex()) : undefined;
  return ({ stream, type }) => {
    const text = byStream ? stream : type;
    return regex?.test(text) ?? prefixes.some(prefix => text.startsWith(prefix));
  };
}

/** Events that EventStoreDB examines at once if the filter sets no number. */
const WINDOW = 32;

function checkpointEach(filter: Filter): number | undefined {
  if (!filter) return undefined;
  return Math.max(1, (filter.getMax() || WINDOW) * filter.getCheckpointintervalmultiplier());
}

export function parseReadRequest(req: ReadReq): ReadRequest {
  const options = req.getOptions();
  const stream = options?.getStream();
  const all = options?.getAll();
  const exact = stream?.getRevision() ?? all?.getPosition()?.getCommitPosition();
  const from = stream ?? all;
  return {
    stream: stream && nameOf(stream.getStreamIdentifier()),
    from: from?.hasStart() ? 'start' : from?.hasEnd() ? 'end' : numberOf(exact),
    backwards: options?.getReadDirection() === 1,
    limit: options?.hasSubscription() ? Number.POSITIVE_INFINITY : Number(options?.getCount()),
    live: options?.hasSubscription() ?? false,
    wanted: wantedBy(options?.getFilter()),
    resolveLinks: options?.getResolveLinks() ?? false,
    checkpointEach: checkpointEach(options?.getFilter()),
  };
}
