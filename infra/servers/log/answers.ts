/** Builds the server's answers with the message classes of the client's stubs. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import type { WriteOutcome } from './event-table.ts';
import { type EventDecoder, type EventEncoder, STREAM_DELETED } from './records.ts';
import type { ExpectedRevision } from './verdict.ts';

const { ReadResp, BatchAppendResp } = streams;

function identifierOf(stream: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream).toString('base64'));
  return identifier;
}

type Details = { serializeBinary(): Uint8Array };

/** @param name message type of the details, without its package */
function statusOf(name: string, details: Details, message = '') {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), name.includes('.') ? name : `event_store.client.${name}`);
  const status = new statuses.Status();
  status.setMessage(message);
  status.setDetails(packed);
  return status;
}

function wrongVersion(expected: ExpectedRevision, actual: number) {
  const wrong = new shared.WrongExpectedVersion();
  if (actual < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentStreamRevision(String(actual));
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
  else if (expected === 'exists') wrong.setExpectedStreamExists(new shared.Empty());
  else if (expected < 0) wrong.setExpectedNoStream(new shared.Empty());
  else wrong.setExpectedStreamPosition(String(expected));
  return statusOf('WrongExpectedVersion', wrong);
}

function deleted(stream: string) {
  const gone = new shared.StreamDeleted();
  gone.setStreamIdentifier(identifierOf(stream));
  return statusOf('StreamDeleted', gone);
}

function tooLarge(most: number) {
  const exceeded = new shared.MaximumAppendSizeExceeded();
  exceeded.setMaxappendsize(most);
  return statusOf('MaximumAppendSizeExceeded', exceeded);
}

function badRequest(message: string) {
  const bad = new shared.BadRequest();
  bad.setMessage(message);
  return statusOf('BadRequest', bad, message);
}

/** Answer to an append. `not-ready`: the node has no leader to ask, or is about to become the leader. */
export type AppendAnswer =
  | WriteOutcome
  | { most: number }
  | { bad: string }
  | 'late'
  | 'denied'
  | 'not-ready';
/** An append that waits for its answer. */
export type PendingAppend = { correlation: string; stream: string; expected: ExpectedRevision };

function errorOf({ stream, expected }: PendingAppend, answer: Exclude<AppendAnswer, { revision: number }>) {
  if (answer === 'deleted') return deleted(stream);
  if (answer === 'late') return statusOf('Timeout', new shared.Timeout());
  if (answer === 'denied') return statusOf('AccessDenied', new shared.AccessDenied());
  if (answer === 'not-ready')
    return statusOf('google.protobuf.Empty', new empties.Empty(), 'Server Is Not Ready');
  if ('most' in answer) return tooLarge(answer.most);
  return 'bad' in answer ? badRequest(answer.bad) : wrongVersion(expected, answer.actual);
}

export function encodeAppendAnswer(append: PendingAppend, answer: AppendAnswer) {
  const message = new BatchAppendResp();
  const id = new shared.UUID();
  id.setString(append.correlation);
  message.setCorrelationId(id);
  message.setStreamIdentifier(identifierOf(append.stream));
  if (typeof answer === 'string' || !('revision' in answer)) {
    message.setError(errorOf(append, answer));
    return message;
  }
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(String(answer.position));
  position.setPreparePosition(String(answer.position));
  const success = new BatchAppendResp.Success();
  success.setCurrentRevision(String(answer.revision));
  success.setPosition(position);
  message.setSuccess(success);
  return message;
}

const TICKS_PER_MS = 10_000n;
/** Revision of the tombstone of a stream that was deleted permanently. */
const LAST_OF_ALL = '9223372036854775807';

/** Encodes an event as the bytes of its read answer. */
export const encodeEvent: EventEncoder = stored => {
  const recorded = new ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(stored.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(identifierOf(stored.stream));
  recorded.setStreamRevision(stored.type === STREAM_DELETED ? LAST_OF_ALL : String(stored.revision));
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

export const decodeEvent: EventDecoder = bytes => {
  const recorded = ReadResp.deserializeBinary(bytes).getEvent()?.getEvent();
  return {
    data: recorded?.getData_asU8() ?? new Uint8Array(),
    created: Number(BigInt(recorded?.getMetadataMap().get('created') ?? 0) / TICKS_PER_MS),
  };
};

/** Encodes a link and, if it exists, the event it points to. */
export function encodeLink(link: Uint8Array, target: Uint8Array | undefined): Uint8Array {
  const answer = ReadResp.deserializeBinary(link);
  const event = answer.getEvent();
  event?.setLink(event.getEvent());
  event?.setEvent(target && ReadResp.deserializeBinary(target).getEvent()?.getEvent());
  return answer.serializeBinary();
}

export function encodeStreamNotFound(stream: string): Uint8Array {
  const missing = new ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifierOf(stream));
  const answer = new ReadResp();
  answer.setStreamNotFound(missing);
  return answer.serializeBinary();
}

export function encodeSubscriptionConfirmation(): Uint8Array {
  const confirmation = new ReadResp.SubscriptionConfirmation();
  confirmation.setSubscriptionId(crypto.randomUUID());
  const answer = new ReadResp();
  answer.setConfirmation(confirmation);
  return answer.serializeBinary();
}

export function encodeCaughtUp(): Uint8Array {
  const answer = new ReadResp();
  answer.setCaughtUp(new ReadResp.CaughtUp());
  return answer.serializeBinary();
}

/** Encodes a checkpoint: a filtered subscription has examined all events up to a position. */
export function encodeCheckpoint(position: number): Uint8Array {
  const reached = new ReadResp.Checkpoint();
  reached.setCommitPosition(String(position));
  reached.setPreparePosition(String(position));
  const answer = new ReadResp();
  answer.setCheckpoint(reached);
  return answer.serializeBinary();
}

type Removed = typeof streams.DeleteResp | typeof streams.TombstoneResp;

export function encodeRemovalAnswer<R extends Removed>(Response: R, position: number): InstanceType<R> {
  const answer = new Response();
  const where = new Response.Position();
  where.setCommitPosition(String(position));
  where.setPreparePosition(String(position));
  answer.setPosition(where);
  // Cast: both response types have the same two members.
  return answer as InstanceType<R>;
}
