/** Between rows and the messages of the client's own stubs. The only file here that knows them. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import type { Encode, ExpectedRevision, Outcome, Proposed, Stored } from './table.ts';

const { ReadResp, BatchAppendResp } = streams;
type BatchAppendReq = InstanceType<typeof streams.BatchAppendReq>;
type ReadReq = InstanceType<typeof streams.ReadReq>;
type Identifier = { getStreamName_asU8(): Uint8Array } | undefined;

const nameOf = (identifier: Identifier) => Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

function identifierOf(stream: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream).toString('base64'));
  return identifier;
}

/** An append as it comes, in one message or several. */
export type Part = {
  correlation: string;
  /** With the first part only. */
  options?: { stream: string; expected: ExpectedRevision };
  events: Proposed[];
  last: boolean;
};

export function partOf(req: BatchAppendReq): Part {
  const options = req.getOptions();
  return {
    correlation: req.getCorrelationId()?.getString() ?? '',
    ...(options && {
      options: {
        stream: nameOf(options.getStreamIdentifier()),
        expected: options.hasAny()
          ? 'any'
          : options.hasStreamExists()
            ? 'exists'
            : options.hasNoStream()
              ? -1
              : Number(options.getStreamPosition()),
      },
    }),
    events: req.getProposedMessagesList().map(message => ({
      id: message.getId()?.getString() ?? '',
      type: message.getMetadataMap().get('type') ?? '',
      json: message.getMetadataMap().get('content-type') === 'application/json',
      data: message.getData_asU8(),
      metadata: message.getCustomMetadata_asU8(),
    })),
    last: req.getIsFinal(),
  };
}

function wrongVersion(actual: number) {
  const wrong = new shared.WrongExpectedVersion();
  if (actual < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentStreamRevision(String(actual));
  const details = new any.Any();
  details.pack(wrong.serializeBinary(), 'event_store.client.WrongExpectedVersion');
  const status = new statuses.Status();
  status.setMessage('WrongExpectedVersion');
  status.setDetails(details);
  return status;
}

export function answerTo(correlation: string, stream: string, outcome: Outcome) {
  const answer = new BatchAppendResp();
  const id = new shared.UUID();
  id.setString(correlation);
  answer.setCorrelationId(id);
  answer.setStreamIdentifier(identifierOf(stream));
  if ('actual' in outcome) {
    answer.setError(wrongVersion(outcome.actual));
    return answer;
  }
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(String(outcome.position));
  position.setPreparePosition(String(outcome.position));
  const success = new BatchAppendResp.Success();
  success.setCurrentRevision(String(outcome.revision));
  success.setPosition(position);
  answer.setSuccess(success);
  return answer;
}

/** What a read asks for; `from` is a revision of the stream, or a position of the log. */
export type Asked = {
  stream?: string;
  from: 'start' | 'end' | number;
  backwards: boolean;
  limit: number;
  live: boolean;
  wanted: (event: Stored) => boolean;
};

type Filter = ReturnType<NonNullable<ReturnType<ReadReq['getOptions']>>['getFilter']>;

function wantedBy(filter: Filter): Asked['wanted'] {
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

export function askedBy(req: ReadReq): Asked {
  const options = req.getOptions();
  const stream = options?.getStream();
  const all = options?.getAll();
  const exact = stream?.getRevision() ?? all?.getPosition()?.getCommitPosition();
  const from = stream ?? all;
  return {
    ...(stream && { stream: nameOf(stream.getStreamIdentifier()) }),
    from: from?.hasStart() ? 'start' : from?.hasEnd() ? 'end' : Number(exact),
    backwards: options?.getReadDirection() === 1,
    limit: options?.hasSubscription() ? Number.POSITIVE_INFINITY : Number(options?.getCount()),
    live: options?.hasSubscription() ?? false,
    wanted: wantedBy(options?.getFilter()),
  };
}

const TICKS_PER_MS = 10_000n;

/** The bytes of the answer that holds an event. */
export const bytesOf: Encode = stored => {
  const recorded = new ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(stored.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(identifierOf(stored.stream));
  recorded.setStreamRevision(String(stored.revision));
  recorded.setCommitPosition(String(stored.position));
  recorded.setPreparePosition(String(stored.position));
  recorded
    .getMetadataMap()
    .set('type', stored.type)
    .set('content-type', stored.json ? 'application/json' : 'application/octet-stream')
    .set('created', String(BigInt(stored.created) * TICKS_PER_MS));
  recorded.setData(stored.data);
  recorded.setCustomMetadata(stored.metadata);
  const event = new ReadResp.ReadEvent();
  event.setEvent(recorded);
  event.setCommitPosition(String(stored.position));
  const answer = new ReadResp();
  answer.setEvent(event);
  return answer.serializeBinary();
};

export function notFound(stream: string): Uint8Array {
  const missing = new ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifierOf(stream));
  const answer = new ReadResp();
  answer.setStreamNotFound(missing);
  return answer.serializeBinary();
}

export function confirmed(): Uint8Array {
  const confirmation = new ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(crypto.randomUUID());
  const answer = new ReadResp();
  answer.setConfirmation(confirmation);
  return answer.serializeBinary();
}
